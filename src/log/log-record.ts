import type { LogLevel } from './log-level.ts'

/** One log record. */
export interface LogRecord {
  level: LogLevel
  /** time, as `Date.toISOString` formats it */
  ts: string
  /** name of the logger */
  logger: string
  msg: string
  /** further data of the record. Nothing secret: everyone with access to the API can read it */
  fields: LogFields
}

export type LogFields = Readonly<Record<string, string | number | boolean>>
