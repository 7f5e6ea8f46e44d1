import type { LogFields } from './log-record.ts'

/** Logs the work of one part of the node, by level. Costs almost nothing without a listener. */
export interface Logger {
  debug: (msg: string, fields?: LogFields) => void
  info: (msg: string, fields?: LogFields) => void
  warn: (msg: string, fields?: LogFields) => void
  error: (msg: string, fields?: LogFields) => void
}
