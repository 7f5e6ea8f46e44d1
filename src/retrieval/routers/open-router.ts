import { openUrl } from '../http/open-url.ts'
import type { OpenedUrl, OpenUrlOptions } from '../http/open-url.ts'
import { retryAfterMs } from '../http/retry-after.ts'
import { SourceError } from '../http/source-error.ts'

/**
 * The pause after a busy response without a readable `Retry-After`. In a browser most responses have none, because
 * scripts may only read it if the server's CORS headers expose it.
 */
const PAUSE_MS = 10_000

/**
 * By origin: the end of the pause of a busy router, in milliseconds of `performance.now()`. Global, because routers
 * count requests per machine.
 */
const busyUntilMs = new Map<string, number>()

export interface OpenRouterOptions extends Omit<OpenUrlOptions, 'headMs' | 'stallMs'> {
  /** The timeout for the response headers, and for a stall in the body. */
  timeoutMs: number
}

/**
 * Sends a request to a delegated router, unless it is busy and its pause has not passed.
 *
 * @returns the response, with any status except those of a busy router
 * @throws SourceError `later`, or from `openUrl`
 * @throws the signal's reason
 */
export async function openRouter (url: string, { timeoutMs, ...options }: OpenRouterOptions): Promise<OpenedUrl> {
  const { origin } = new URL(url)
  const leftMs = (busyUntilMs.get(origin) ?? 0) - performance.now()

  if (leftMs > 0) {
    throw new SourceError('later', `is busy, and not asked for ${Math.ceil(leftMs / 1000)} s`, leftMs)
  }

  const opened = await openUrl(url, { ...options, headMs: timeoutMs, stallMs: timeoutMs })
  const refusal = routerRefusal(opened.status, retryAfterMs(opened.headers.get('retry-after')))

  if (refusal.failure === 'later') {
    opened.close()
    busyUntilMs.set(origin, performance.now() + (refusal.retryAfterMs ?? PAUSE_MS))
    throw refusal
  }

  return opened
}

/**
 * Returns the error for a router response with a status other than 200: `later` if it is busy, otherwise `failed`.
 *
 * @param retryMs - the delay from `Retry-After`, if any
 */
export function routerRefusal (status: number, retryMs?: number): SourceError {
  return new SourceError(status === 429 || status === 503 ? 'later' : 'failed', `answered ${status}`, retryMs)
}
