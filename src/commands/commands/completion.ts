import type { CommandTree } from '../../rpc/command/command-tree.ts'
import { command } from '../../rpc/command/command.ts'
import type { Command } from '../../rpc/command/command.ts'
import { bytesResult } from '../../rpc/command/result.ts'
import { bashCompletion } from './bash-completion.ts'
import { fishCompletion } from './fish-completion.ts'
import { zshCompletion } from './zsh-completion.ts'

/** Scripts for Kubo's command line, which works with this node's API too. As in Kubo, they are 404 over HTTP. */
export const completion = command({
  help: { tagline: 'Write scripts that complete commands in a shell.' },
  noRemote: true
}, {
  bash: completionCommand('bash', bashCompletion),
  fish: completionCommand('fish', fishCompletion),
  zsh: completionCommand('zsh', zshCompletion)
})

function completionCommand (shell: string, write: (root: CommandTree) => string): Command {
  return command({
    help: {
      tagline: `Write a script that completes commands in ${shell}.`,
      description: `Save it to a file and have ${shell} read that at its start.`
    },
    noRemote: true,

    run (_, { root }) {
      const text = new TextEncoder().encode(write(root))
      return bytesResult([text], { length: text.length })
    }
  })
}
