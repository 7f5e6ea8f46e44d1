import { compareStrings } from '../../go/text/compare-strings.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'

interface LogLevelOutput {
  Levels?: Record<string, string>
  Message?: string
}

const EVERY = ['all', '*']
const DEFAULT = 'default'

export const logLevel = command({
  help: {
    tagline: 'Show or set the log level.',
    description:
      'Without a subsystem, the default level is shown. The setting lasts until the node stops, in a browser until ' +
      'shutdown or until the browser closes.'
  },
  errors: [
    { ask: 'arg=all&arg=loud', says: 'unrecognized level: "loud"' }
  ],
  args: {
    subsystem: argument.string('subsystem', 'Name of a subsystem; all or * for every subsystem.', { required: false }),
    level: argument.string('level', 'debug, info, warn, error, dpanic, panic, fatal or default.', { required: false })
  },
  output: outputShape('logLevelOutput', 'Levels?:map[string]string Message?:string'),

  async run ({ subsystem = '', level = '' }, { node: { logs, runtime } }) {
    const name = EVERY.includes(subsystem) ? '*' : subsystem

    if (level !== '') {
      const chosen = level === DEFAULT ? logs.defaultLevel : level
      logs.setLevel(name, chosen)
      await runtime?.saved()
      const Message = `Changed log level of '${name}' to '${chosen}'\n`
      logs.logger('core/commands').info(Message.trimEnd())
      return singleResult<LogLevelOutput>({ Message })
    }

    if (name === '') {
      return singleResult<LogLevelOutput>({ Levels: { '': logs.defaultLevel } })
    }

    if (name === '*') {
      return singleResult<LogLevelOutput>({
        Levels: Object.fromEntries([
          ['(default)', logs.defaultLevel],
          ...[...logs.levels()].sort(([a], [b]) => compareStrings(a, b))
        ])
      })
    }

    const found = logs.levels().get(name)

    if (found == null) {
      throw new Error('error: No such logger')
    }

    return singleResult<LogLevelOutput>({ Levels: { [name]: found } })
  },

  text ({ Levels = {}, Message }) {
    if (Message != null) {
      return Message
    }

    const levels = Object.entries(Levels)
    return levels.map(([name, level]) => levels.length > 1 ? `${name}: ${level}` : level).sort(compareStrings).map((
      line
    ) => `${line}\n`).join('')
  }
})
