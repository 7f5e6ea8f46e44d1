import { t } from '../t.ts'
import type { CommandInfo } from './command-info.ts'

/** A command with what it is called with: what the form shows, what is sent, and what the three copies say. */
export interface CommandCall {
  command: CommandInfo
  /** texts, without names of files */
  args: readonly string[]
  /** names of files as they stand in a line of the command line; the files themselves a person picks */
  files: readonly string[]
  /** values by the long name of the option, in the order of the line; several of an array alone */
  options: ReadonlyMap<string, readonly string[]>
}

/** What has to be there before it can be run; undefined where nothing lacks. */
export function lackingArgument ({ command, args }: CommandCall): string | undefined {
  const needed = command.args.filter(({ kind, required }) => kind === 'string' && required)
  const lacking = needed.at(args.length)
  return lacking == null || args.length >= needed.length ? undefined : t('{command} needs {argument}: {help}', { command: command.path.replaceAll('/', ' '), argument: lacking.name, help: lacking.help })
}

/** What it takes of files: undefined for nothing. */
export function fileArgument ({ args }: CommandInfo): CommandInfo['args'][number] | undefined {
  return args.find(({ kind }) => kind === 'file')
}

/** With another value of an option; none takes it away. */
export function withOption (call: CommandCall, name: string, values: readonly string[]): CommandCall {
  const options = new Map(call.options)

  if (values.length === 0) {
    options.delete(name)
  } else {
    options.set(name, values)
  }

  return { ...call, options }
}
