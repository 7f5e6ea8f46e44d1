/** Levels of log records, the least severe first (go-log, zap). */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'dpanic', 'panic', 'fatal'] as const

export type LogLevel = typeof LOG_LEVELS[number]

/**
 * Parses a level.
 *
 * @param text - in any case; `warning` means `warn`
 * @throws an Error with go-log's message for an unknown level
 */
export function parseLogLevel (text: string): LogLevel {
  const name = text.toLowerCase()
  const level = name === 'warning' ? 'warn' : LOG_LEVELS.find((level) => level === name)

  if (level == null) {
    throw new Error(`unrecognized level: ${JSON.stringify(text)}`)
  }

  return level
}

/** Returns whether a record is logged at a level. */
export function isLogged (record: LogLevel, level: LogLevel): boolean {
  return LOG_LEVELS.indexOf(record) >= LOG_LEVELS.indexOf(level)
}
