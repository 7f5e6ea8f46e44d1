import type { AnsweredBy } from '../limits/costs.ts'

/** Smallest status of an answer that is always logged. */
const FAILED_STATUS = 500

/** A line of the log. It has no secrets, no paths and no full addresses. */
export interface LogLine {
  time: string
  /** ID of the request: that of Cloudflare (`CF-Ray`), if there is one */
  request: string
  kind: string
  method: string
  status: number
  ms: number
  /** part of the edge that answered */
  by: AnsweredBy
  /** whether the request was refused by a limit */
  limited?: true
  client?: string
  problem?: string
}

/** The engine's log. */
const ENGINE_LOG = (globalThis as unknown as Record<'console', { log: (text: string) => void }>).console

export interface LogOptions {
  /** writes a line */
  write?: (text: string) => void
  /** returns a number from 0 to 1 */
  random?: () => number
}

/**
 * Writes a line for a request that failed, and for a sample of all others.
 *
 * @param sample - share of requests that are logged, 0 to 1, as text (`LOG_SAMPLE`)
 */
export function logRequest (
  line: LogLine,
  sample: string | undefined,
  { write = ENGINE_LOG.log, random = Math.random }: LogOptions = {}
): void {
  if (line.status >= FAILED_STATUS || random() < Number(sample ?? 0)) {
    write(JSON.stringify(line))
  }
}

/** Returns the ID of a request. */
export function requestId ({ headers }: Request): string {
  return headers.get('cf-ray') ?? crypto.randomUUID()
}
