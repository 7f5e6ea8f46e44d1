import type { CommandTree } from '../../rpc/command/command-tree.ts'

/** Yields every command with its path, the root (empty path) first, then sorted by name. */
export function* walkCommands<T extends CommandTree & { subcommands: Record<string, T> }> (
  command: T,
  path: readonly string[] = []
): Generator<{ path: readonly string[]; command: T }> {
  yield { path, command }

  for (const name of Object.keys(command.subcommands).sort()) {
    yield* walkCommands(command.subcommands[name], [...path, name])
  }
}
