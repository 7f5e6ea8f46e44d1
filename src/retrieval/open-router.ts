import { openUrl } from './open-url.ts'
import type { OpenedUrl, OpenUrlOptions } from './open-url.ts'
import { retryAfterMs } from './retry-after.ts'
import { routerRefusal } from './router-refusal.ts'
import { SourceError } from './source-error.ts'

/** A busy one that does not say for how long is left alone so long. In a browser few do: a script may read `Retry-After` only where the answer lets it. */
const PAUSE_MS = 10_000

/** Until when busy routers are left alone, in milliseconds of `performance.now()`, by origin: they count what a machine asks, whoever of it asks. */
const busyUntilMs = new Map<string, number>()

export interface OpenRouterOptions extends Omit<OpenUrlOptions, 'headMs' | 'stallMs'> {
  /** how long it may say nothing, before its answer and in it */
  timeoutMs: number
}

/**
 * Asks a delegated router, or brings something there, unless it has said that it is busy and the time has not passed after which it may be asked again.
 *
 * @returns its answer, of any status but those of a busy one
 * @throws SourceError `later`, or of `openUrl`; the signal's reason
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
