import { t } from '../../text/t.ts'
import type { CommandInfo } from '../info/command-info.ts'

/** A command with its inputs, for the form, the request, and the three copies (command line, client code, fetch). */
export interface CommandCall {
  command: CommandInfo
  /** text arguments, without file names */
  args: readonly string[]
  /** file names from a command line; the user picks the files themselves */
  files: readonly string[]
  /** values by the long name of the option, in the order of the line; only array options have several */
  options: ReadonlyMap<string, readonly string[]>
}

/** Returns a missing argument without which the command cannot run; undefined if none is missing. */
export function lackingArgument ({ command, args }: CommandCall): string | undefined {
  const needed = command.args.filter(({ kind, required }) => kind === 'string' && required)
  const lacking = needed.at(args.length)
  return lacking == null || args.length >= needed.length
    ? undefined
    : t('{command} needs {argument}: {help}', {
      command: command.path.replaceAll('/', ' '),
      argument: lacking.name,
      help: lacking.help
    })
}

/** Returns the file argument of a command; undefined if it takes no file. */
export function fileArgument ({ args }: CommandInfo): CommandInfo['args'][number] | undefined {
  return args.find(({ kind }) => kind === 'file')
}

/** Returns a call with other values of an option. An empty list removes the option. */
export function withOption (call: CommandCall, name: string, values: readonly string[]): CommandCall {
  const options = new Map(call.options)

  if (values.length === 0) {
    options.delete(name)
  } else {
    options.set(name, values)
  }

  return { ...call, options }
}
