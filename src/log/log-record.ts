import type { LogLevel } from './log-level.ts'

/** Something that the node tells of its work. */
export interface LogRecord {
  level: LogLevel
  /** as by `Date.toISOString` */
  ts: string
  /** the part of the node that tells it */
  logger: string
  msg: string
  /** what belongs to it; nothing secret: whoever may use the API reads it */
  fields: LogFields
}

export type LogFields = Readonly<Record<string, string | number | boolean>>
