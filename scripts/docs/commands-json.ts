import { walkCommands } from '../../src/commands/commands/walk-commands.ts'
import type { Command } from '../../src/rpc/command/command.ts'
import type { ClientWay } from './client-ways.ts'

/**
 * Returns the command data of the console that the node does not report: arguments, types, defaults and help texts. One
 * command per line; the first one (empty path) has the options of every command.
 *
 * @param clientWay - returns the signature of the kubo-rpc-client method with that path, if there is one that takes the
 *   arguments as declared
 */
export function commandsJson (root: Command, clientWay: (path: readonly string[]) => ClientWay | undefined): string {
  const lines = [...walkCommands(root)].filter(({ command }) => !command.noRemote).map((
    { path, command: { help, status, args, options, answersBytes, run } }
  ) =>
    JSON.stringify({
      path: path.join('/'),
      help: help.tagline,
      description: help.description,
      status: status === 'active' ? undefined : status,
      runs: run != null,
      bytes: answersBytes || undefined,
      client: run == null ? undefined : clientWay(path),
      args: Object.values(args).map(({ name, help, kind, required, variadic }) => ({
        name,
        help,
        kind,
        required,
        variadic
      })),
      // A default of 64 bits is a bigint, and all of them are small.
      options: Object.values(options).map(({ names, type, help, default: fallback }) => ({
        names,
        type,
        help,
        default: typeof fallback === 'bigint' ? Number(fallback) : fallback
      }))
    })
  )

  return `[\n${lines.join(',\n')}\n]\n`
}
