import type { LogFields } from './log-record.ts'

/** What a part of the node tells of its work, by level. Costs next to nothing where nobody wants to know. */
export interface Logger {
  debug: (msg: string, fields?: LogFields) => void
  info: (msg: string, fields?: LogFields) => void
  warn: (msg: string, fields?: LogFields) => void
  error: (msg: string, fields?: LogFields) => void
}
