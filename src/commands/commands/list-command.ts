import type { CommandTree } from '../../rpc/command/command-tree.ts'

/** A command in the output of `commands`. */
export interface ListedCommand {
  Name: string
  Subcommands: ListedCommand[]
  Options: Array<{ Names: readonly string[] }>
}

/** Returns the tree below a command, sorted by name. */
export function listCommand (name: string, { subcommands, options }: CommandTree): ListedCommand {
  return {
    Name: name,
    Subcommands: Object.entries(subcommands).sort(([a], [b]) => a < b ? -1 : 1).map(([name, command]) =>
      listCommand(name, command)
    ),
    Options: Object.values(options).map(({ names }) => ({ Names: names }))
  }
}

/** Returns one line per command, and with `flags` one line per option with all its names, sorted. */
export function commandLines (tree: ListedCommand, flags: boolean): string[] {
  return [...subtreeLines('', tree, flags)].sort((a, b) => {
    if (a < b) {
      return -1
    }

    return a > b ? 1 : 0
  })
}

function* subtreeLines (
  prefix: string,
  { Name, Subcommands, Options }: ListedCommand,
  flags: boolean
): Generator<string> {
  const path = `${prefix}${Name}`
  yield path

  // Options of the root apply to every command, and are not repeated.
  if (flags && prefix !== '') {
    yield* Options.map(({ Names }) => Names.map((name) => `${path} ${dashedName(name)}`).join(' / '))
  }

  for (const command of Subcommands) {
    yield* subtreeLines(`${path} `, command, flags)
  }
}

/** Returns the name of an option with its dashes. */
export function dashedName (name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`
}
