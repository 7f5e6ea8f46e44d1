import type { Incoming } from '../request.ts'
import { StatusError } from '../status-error.ts'

const RETRY_AFTER_SECONDS = 60

/**
 * No more requests at the same time than `Gateway.MaxConcurrentRequests` (boxo `middleware_ratelimit.go`).
 *
 * @throws StatusError 429
 */
export function limitRequests ({ enter, headers }: Incoming): undefined {
  if (enter()) {
    return
  }

  headers.set('Cache-Control', 'no-store')
  headers.set('Retry-After', String(RETRY_AFTER_SECONDS))
  throw new StatusError(429, `Too many requests. Please retry after ${RETRY_AFTER_SECONDS} seconds.`)
}
