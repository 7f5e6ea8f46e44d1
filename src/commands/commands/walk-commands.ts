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

/**
 * Returns the tree without the commands and options that Kubo lacks.
 *
 * @param newer - keeps what versions of Kubo after 0.40.0 have added
 */
export function listedTree<T extends CommandTree & { subcommands: Record<string, T> }> (tree: T, newer = false): T {
  const isListed = (since: string | undefined): boolean => since == null || (newer && since !== 'own')

  return {
    ...tree,
    options: Object.fromEntries(Object.entries(tree.options).filter(([, { since }]) => isListed(since))),
    subcommands: Object.fromEntries(
      Object.entries(tree.subcommands).filter(([, { isOwn, since }]) => !isOwn && isListed(since))
        .map(([name, command]) => [name, listedTree(command, newer)])
    )
  }
}
