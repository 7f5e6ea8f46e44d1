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

/** Returns the root of the tree without the commands that Kubo lacks. */
export function listedTree<T extends CommandTree & { subcommands: Record<string, T> }> (root: T): T {
  const subcommands = Object.fromEntries(Object.entries(root.subcommands).filter(([, { isOwn }]) => !isOwn))
  return { ...root, subcommands }
}
