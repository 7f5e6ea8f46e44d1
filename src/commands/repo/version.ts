import { REPO_VERSION } from '../../repo/version.ts'
import { command } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { shape } from '../../rpc/output.ts'
import { once } from '../../rpc/result.ts'

export const repoVersion = command({
  help: { tagline: 'Show the version of the repo.' },
  options: {
    quiet: option.bool('quiet,q', 'Print the version alone.')
  },
  output: shape('RepoVersion', 'Version:string'),

  run: () => once({ Version: REPO_VERSION }),

  text: ({ Version }, { quiet }) => `${quiet === true ? '' : 'ipfs repo version '}fs-repo@${Version}\n`
})
