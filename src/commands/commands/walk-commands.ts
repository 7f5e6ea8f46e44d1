import type { Command } from '../../rpc/command.ts'

/** Every command with the names that lead to it, the root (no names) first, then by names. */
export function * walkCommands (command: Command, path: readonly string[] = []): Generator<{ path: readonly string[], command: Command }> {
  yield { path, command }

  for (const name of Object.keys(command.subcommands).sort()) {
    yield * walkCommands(command.subcommands[name], [...path, name])
  }
}
