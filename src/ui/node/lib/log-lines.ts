/** A log entry of the node. */
export interface LogLine {
  /** number within this page, to identify lines */
  number: number
  time: string
  level: string
  logger: string
  text: string
}

/** Limit of held lines. */
const MAX_LINES = 500

/** Converts a record of `log/tail` to a line. A line that is no record keeps its text. */
export function logLine (record: Record<string, unknown>, number: number): LogLine {
  const { ts, level, logger, msg, caller: _, ...fields } = record
  const rest = Object.entries(fields).map(([name, value]) =>
    `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`
  )
  return {
    number,
    time: timeOf(ts),
    level: asText(level),
    logger: asText(logger),
    text: [asText(msg), ...rest].filter((part) => part !== '').join(' ')
  }
}

/** Appends lines and keeps only the latest ones. */
export function withLogLines (lines: readonly LogLine[], more: readonly LogLine[]): LogLine[] {
  return [...lines, ...more].slice(-MAX_LINES)
}

function timeOf (ts: unknown): string {
  const time = new Date(typeof ts === 'number' ? ts * 1000 : asText(ts))
  return Number.isNaN(time.getTime()) ? '' : time.toISOString()
}

function asText (value: unknown): string {
  if (value == null) {
    return ''
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}
