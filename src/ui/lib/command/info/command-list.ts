import type { CommandInfo } from './command-info.ts'

/** A command in the node's list (`commands`). */
export interface ListedCommand {
  Name: string
  Subcommands?: ListedCommand[] | null
  Options?: Array<{ Names: string[] }> | null
}

/**
 * Returns the commands of this node, with the page's own data about them. The worker's version may differ from the
 * page's. A command unknown to the page takes any arguments, and its options as text; a command unknown to the node is
 * left out.
 *
 * @param listed - the node's answer; undefined if there is none
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
      options: (Options ?? []).filter(({ Names }) => Names.length > 0).map(({ Names: [name, ...more] }) => ({
        names: [name, ...more],
        type: 'string',
        help: ''
      }))
    },
    ...(Subcommands ?? []).flatMap((child) => walk(path === '' ? child.Name : `${path}/${child.Name}`, child))
  ]

  return walk('', listed)
}
