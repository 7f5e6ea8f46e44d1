import { StatusError } from '../errors/status-error.ts'
import type { Incoming } from '../request/request.ts'

const RETRY_AFTER_SECONDS = 60

/**
 * Limits concurrent requests to `Gateway.MaxConcurrentRequests` (boxo `middleware_ratelimit.go`).
 *
 * @throws StatusError 429 if the limit is reached
 */
export function limitRequests ({ enter, headers }: Incoming): undefined {
  if (enter()) {
    return
  }

  headers.set('Cache-Control', 'no-store')
  headers.set('Retry-After', String(RETRY_AFTER_SECONDS))
  throw new StatusError(429, `Too many requests. Please retry after ${RETRY_AFTER_SECONDS} seconds.`)
}
