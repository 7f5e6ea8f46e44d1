import { parseHttpDate } from '../../http/headers/http-date.ts'

/** The maximum delay, even if the server requires a longer one. */
const MAX_MS = 3_600_000

/**
 * Parses `Retry-After`: a number of seconds or a date (RFC 9110, 10.2.3). Returns milliseconds from now, at most an
 * hour; undefined if the header is malformed.
 */
export function retryAfterMs (value: string | null): number | undefined {
  if (value == null) {
    return undefined
  }

  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : (parseHttpDate(value) ?? NaN) - Date.now()
  return ms > 0 ? Math.min(ms, MAX_MS) : undefined
}
