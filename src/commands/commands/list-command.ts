import type { CommandTree } from '../../rpc/command-tree.ts'

/** A command as `commands` lists it. */
export interface ListedCommand {
  Name: string
  Subcommands: ListedCommand[]
  Options: Array<{ Names: readonly string[] }>
}

/** The tree below a command, by names. */
export function listCommand (name: string, { subcommands, options }: CommandTree): ListedCommand {
  return {
    Name: name,
    Subcommands: Object.entries(subcommands).sort(([a], [b]) => a < b ? -1 : 1).map(([name, command]) => listCommand(name, command)),
    Options: Object.values(options).map(({ names }) => ({ Names: names }))
  }
}

/** One line a command, and with `flags` one line an option with all its names, in order. */
export function commandLines (tree: ListedCommand, flags: boolean): string[] {
  return [...lines('', tree, flags)].sort((a, b) => a < b ? -1 : a > b ? 1 : 0)
}

function * lines (prefix: string, { Name, Subcommands, Options }: ListedCommand, flags: boolean): Generator<string> {
  const path = `${prefix}${Name}`
  yield path

  // those of the root go for every command and are not repeated
  if (flags && prefix !== '') {
    yield * Options.map(({ Names }) => Names.map((name) => `${path} ${dashed(name)}`).join(' / '))
  }

  for (const command of Subcommands) {
    yield * lines(`${path} `, command, flags)
  }
}

/** A name as the command line takes it. */
export function dashed (name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`
}
