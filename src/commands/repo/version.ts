import { REPO_VERSION } from '../../repo/version.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'

export const repoVersion = command({
  help: { tagline: 'Show the version of the repo.' },
  options: {
    quiet: option.bool('quiet,q', 'Print only the version.')
  },
  output: outputShape('RepoVersion', 'Version:string'),

  run: () => singleResult({ Version: REPO_VERSION }),

  text: ({ Version }, { quiet }) => `${quiet === true ? '' : 'ipfs repo version '}fs-repo@${Version}\n`
})
