import { refusedResponse } from '../../src/pinning-service/service-answer.ts'
import { plainError } from '../../src/rpc/response/plain-responses.ts'
import type { Area } from '../request/area.ts'

/**
 * Returns the answer to a client that has used up its tokens, in the form of the API that it asks: the text of boxo's
 * gateway (`middleware_ratelimit.go`), or an error of the Pinning Service API. Pages of other origins may read it.
 *
 * @param retryS - seconds until the client may ask again
 */
export function tooManyRequests (area: Area, retryS: number): Response {
  const text = `Too many requests. Please retry after ${retryS} seconds.`
  const headers: Record<string, string> = { 'Cache-Control': 'no-store', 'Retry-After': String(retryS) }

  switch (area) {
    case 'pins':
      return refusedResponse(429, 'TOO_MANY_REQUESTS', text, headers)
    case 'gateway':
      return plainError(text, 429, {
        ...headers,
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': 'Retry-After'
      })
    default:
      return plainError(text, 429, headers)
  }
}
