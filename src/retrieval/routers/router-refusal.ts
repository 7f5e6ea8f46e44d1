import { SourceError } from '../http/source-error.ts'

/**
 * Returns the error for a router response whose status is not 200: `later` if it is busy, otherwise `failed`.
 *
 * @param retryMs - the delay from `Retry-After`, if any
 */
export function routerRefusal (status: number, retryMs?: number): SourceError {
  return new SourceError(status === 429 || status === 503 ? 'later' : 'failed', `answered ${status}`, retryMs)
}
