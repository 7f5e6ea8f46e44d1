/** How grave a record is, the least first (go-log, zap). */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'dpanic', 'panic', 'fatal'] as const

export type LogLevel = typeof LOG_LEVELS[number]

/** @param text - in any case; `warning` is one too. @throws an Error with go-log's words */
export function parseLogLevel (text: string): LogLevel {
  const name = text.toLowerCase()
  const level = name === 'warning' ? 'warn' : LOG_LEVELS.find((level) => level === name)

  if (level == null) {
    throw new Error(`unrecognized level: ${JSON.stringify(text)}`)
  }

  return level
}

/** Whether a level lets a record through. */
export function passes (record: LogLevel, level: LogLevel): boolean {
  return LOG_LEVELS.indexOf(record) >= LOG_LEVELS.indexOf(level)
}
