import type { CommandTree } from '../../rpc/command-tree.ts'

/** Every command with the names that lead to it, the root (no names) first, then by names. */
export function * walkCommands<T extends CommandTree & { subcommands: Record<string, T> }> (command: T, path: readonly string[] = []): Generator<{ path: readonly string[], command: T }> {
  yield { path, command }

  for (const name of Object.keys(command.subcommands).sort()) {
    yield * walkCommands(command.subcommands[name], [...path, name])
  }
}
