import { walkCommands } from '../../src/commands/commands/walk-commands.ts'
import type { Command } from '../../src/rpc/command.ts'
import type { ClientWay } from './client-ways.ts'

/**
 * What the console of the page knows of the commands besides their names, which the node tells: arguments, types, defaults and
 * words. One command a line, the first (no path) with the options of every command.
 *
 * @param clientWay - how kubo-rpc-client answers the method of that path, where it has one that takes the arguments as they are declared
 */
export function commandsJson (root: Command, clientWay: (path: readonly string[]) => ClientWay | undefined): string {
  const lines = [...walkCommands(root)].filter(({ command }) => !command.noRemote).map(({ path, command: { help, status, args, options, answersBytes, run } }) => JSON.stringify({
    path: path.join('/'),
    help: help.tagline,
    description: help.description,
    status: status === 'active' ? undefined : status,
    runs: run != null,
    bytes: answersBytes || undefined,
    client: run == null ? undefined : clientWay(path),
    args: Object.values(args).map(({ name, help, kind, required, variadic }) => ({ name, help, kind, required, variadic })),
    // a default of 64 bits is a bigint, and all of them are small
    options: Object.values(options).map(({ names, type, help, default: fallback }) => ({ names, type, help, default: typeof fallback === 'bigint' ? Number(fallback) : fallback }))
  }))

  return `[\n${lines.join(',\n')}\n]\n`
}
