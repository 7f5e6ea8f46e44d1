import { t } from '../../text/t.ts'
import type { CommandCall } from '../call/command-call.ts'
import { LineError } from '../call/line-error.ts'
import { makeCall } from '../call/make-call.ts'
import type { CommandInfo } from '../info/command-info.ts'
import { optionsOf } from '../info/command-info.ts'
import { nearestName } from './nearest-name.ts'
import { noCommand, noOption } from './not-there.ts'

/**
 * Parses an API target: `pin/ls?type=recursive`, optionally with `/api/v0/` or a whole URL before it. One argument may
 * follow the command name as a path segment, as in Kubo.
 *
 * @throws LineError
 */
export function readRequestTarget (
  text: string,
  commands: readonly CommandInfo[]
): { command?: CommandInfo; call?: CommandCall } {
  const [, path, query = ''] = /^([^?]*)\??(.*)$/s.exec(
    text.replace(/^(https?:\/\/[^/]*)?\/?(api\/v0\/)?/, '')
  ) as unknown as [string, string, string?]
  const byPath = new Map(commands.map((command) => [command.path, command]))
  const parts = path.split('/').filter((part) => part !== '')
  const whole = byPath.get(parts.join('/'))
  const above = byPath.get(parts.slice(0, -1).join('/'))
  const command = whole ?? (above?.runs === true && above.path !== '' ? above : undefined)

  if (command == null) {
    const near = nearestName(parts.join('/'), commands.map(({ path }) => path))
    throw new LineError(noCommand(parts.join('/'), near === '' ? undefined : near), above)
  }

  if (!command.runs) {
    return { command }
  }

  const options = optionsOf(commands, command.path)
  const args = whole == null ? [decode(parts.at(-1) as string, command)] : []
  const given = [...new URLSearchParams(query)].flatMap(([name, value]) => {
    if (name === 'arg') {
      args.push(value)
      return []
    }

    const option = options.find(({ names }) => names.includes(name))

    if (option == null) {
      const near = nearestName(name, options.map(({ names: [name] }) => name))
      throw new LineError(noOption(command.path, name, near), command)
    }

    return [{ option, value }]
  })

  return { command, call: makeCall(command, args, given, { hasFileNames: false }) }
}

function decode (text: string, command: CommandInfo): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new LineError(t('“{text}” is not percent-encoded as it has to be.', { text }), command)
  }
}
