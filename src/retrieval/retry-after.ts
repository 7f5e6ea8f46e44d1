import { parseHttpDate } from '../http/http-date.ts'

/** Nobody is left alone for longer, whatever he says. */
const MAX_MS = 3_600_000

/** What `Retry-After` says, in milliseconds from now, an hour at most: a number of seconds or a date (RFC 9110, 10.2.3). Undefined where it says nothing of use. */
export function retryAfterMs (value: string | null): number | undefined {
  if (value == null) {
    return undefined
  }

  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : (parseHttpDate(value) ?? NaN) - Date.now()
  return ms > 0 ? Math.min(ms, MAX_MS) : undefined
}
