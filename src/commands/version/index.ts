import { COMMIT, KUBO_VERSION, LANGUAGE, REPO_VERSION, SYSTEM } from '../../repo/version.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { versionCheck } from './check.ts'
import { versionDeps } from './deps.ts'

export const version = command({
  help: { tagline: 'Show the version.' },
  options: {
    number: option.bool('number,n', 'Print only the version number.'),
    commit: option.bool('commit', 'Print the commit too.'),
    repo: option.bool('repo', 'Print only the version of the repository.'),
    all: option.bool('all', 'Print all version information.')
  },
  output: outputShape('VersionInfo', 'Version:string Commit:string Repo:string System:string Golang:string'),

  run: () =>
    singleResult({ Version: KUBO_VERSION, Commit: COMMIT, Repo: REPO_VERSION, System: SYSTEM, Golang: LANGUAGE }),

  text ({ Version, Commit, Repo, System, Golang }, { number, commit, repo, all }) {
    if (all === true) {
      return `Kubo version: ${Version}${
        Commit === '' ? '' : `-${Commit}`
      }\nRepo version: ${Repo}\nSystem version: ${System}\nGolang version: ${Golang}\n`
    }

    if (repo === true) {
      return `${Repo}\n`
    }

    const withCommit = commit === true && Commit !== '' ? `${Version}-${Commit}` : Version
    return number === true ? `${withCommit}\n` : `ipfs version ${withCommit}\n`
  }
}, {
  check: versionCheck,
  deps: versionDeps
})
