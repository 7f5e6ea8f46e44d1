import type { CommandInfo } from './command-info.ts'

/** A command as the node lists it (`commands`). */
export interface ListedCommand {
  Name: string
  Subcommands?: ListedCommand[] | null
  Options?: Array<{ Names: string[] }> | null
}

/**
 * The commands that this node has, with what the page knows of them. The worker may be of another version than the page: of a
 * command that the page does not know any arguments and its options as text are taken, and one that the node does not have is none.
 *
 * @param listed - what the node answers; undefined where it does not
 */
export function commandList (listed: ListedCommand | undefined, known: readonly CommandInfo[]): CommandInfo[] {
  if (listed == null) {
    return [...known]
  }

  const byPath = new Map(known.map((command) => [command.path, command]))

  const walk = (path: string, { Subcommands, Options }: ListedCommand): CommandInfo[] => [
    byPath.get(path) ?? {
      path,
      help: '',
      runs: true,
      args: [{ name: 'arg', help: '', kind: 'string', required: false, variadic: true }],
      options: (Options ?? []).filter(({ Names }) => Names.length > 0).map(({ Names: [name, ...more] }) => ({ names: [name, ...more], type: 'string', help: '' }))
    },
    ...(Subcommands ?? []).flatMap((child) => walk(path === '' ? child.Name : `${path}/${child.Name}`, child))
  ]

  return walk('', listed)
}
