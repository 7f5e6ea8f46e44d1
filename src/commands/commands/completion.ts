import type { CommandTree } from '../../rpc/command/command-tree.ts'
import { command } from '../../rpc/command/command.ts'
import { bytesResult } from '../../rpc/command/result.ts'
import type { Result } from '../../rpc/command/result.ts'
import { bashCompletion } from './bash-completion.ts'
import { fishCompletion } from './fish-completion.ts'
import { zshCompletion } from './zsh-completion.ts'

/**
 * Scripts for Kubo's command line, which works with this node's API too. As in Kubo, they are 404 over HTTP. Each
 * command names its script in `run`, which the build leaves out of the worker.
 */
export const completion = command({
  help: { tagline: 'Write scripts that complete commands in a shell.' },
  noRemote: true
}, {
  bash: command({
    help: {
      tagline: 'Write a script that completes commands in bash.',
      description: 'Save it to a file and have bash read that at its start.'
    },
    noRemote: true,
    run: (_, { root }) => scriptResult(root, bashCompletion)
  }),
  fish: command({
    help: {
      tagline: 'Write a script that completes commands in fish.',
      description: 'Save it to a file and have fish read that at its start.'
    },
    noRemote: true,
    run: (_, { root }) => scriptResult(root, fishCompletion)
  }),
  zsh: command({
    help: {
      tagline: 'Write a script that completes commands in zsh.',
      description: 'Save it to a file and have zsh read that at its start.'
    },
    noRemote: true,
    run: (_, { root }) => scriptResult(root, zshCompletion)
  })
})

function scriptResult (root: CommandTree, write: (root: CommandTree) => string): Result<never> {
  const text = new TextEncoder().encode(write(root))
  return bytesResult([text], { length: text.length })
}
