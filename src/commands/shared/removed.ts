import type { Command } from '../../rpc/command/command.ts'
import { command } from '../../rpc/command/command.ts'

/**
 * Declares a command that Kubo has removed. It stays in the tree, and answers with the reason.
 *
 * @param instead - the replacement, in Kubo's words
 */
export function removed (instead: string): Command {
  return command({
    help: { tagline: `Removed: use ${instead}.` },
    status: 'removed',
    answers: 'an error',

    run () {
      throw new Error(`removed, use ${instead} instead`)
    }
  })
}
