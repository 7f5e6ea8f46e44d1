import type { Command } from '../../rpc/command.ts'
import { command } from '../../rpc/command.ts'

/**
 * Declares a command that Kubo has removed; it stays in the tree and answers why.
 *
 * @param instead - what to use, in Kubo's words
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
