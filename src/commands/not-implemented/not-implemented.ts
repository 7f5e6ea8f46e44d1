import type { Command, CommandDefinition } from '../../rpc/command.ts'
import { command } from '../../rpc/command.ts'
import type { Arguments, Options } from '../../rpc/command-tree.ts'
import { CommandError, ERROR_CODES } from '../../rpc/errors.ts'

type Declaration = Omit<CommandDefinition<Arguments, Options, Options, never>, 'run' | 'text' | 'inherits' | 'output'>

/**
 * Declares a command of Kubo that this version does not have yet: the tree, the help and the checks of its arguments are
 * whole, and running it is an error that says so.
 *
 * @param path - as in the URL, for the message
 */
export function notImplemented (path: string, declaration: Declaration, subcommands: Record<string, Command> = {}): Command {
  return command({
    ...declaration,
    answers: 'an error',

    run () {
      throw new CommandError(`${path} is not part of this version`, ERROR_CODES.implementation)
    }
  }, subcommands)
}
