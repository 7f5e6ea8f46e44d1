import { answerPings } from './answer-pings.ts'
import type { Ping } from './messages.ts'

/** A browser stops an idle worker after 20 to 40 s. */
const PING_INTERVAL_MS = 15_000

/**
 * Keeps the worker alive until the returned function is called. Needed while a
 * page waits for something that shows no traffic of its own.
 *
 * @example
 * ```ts
 * const letGo = keepAlive()
 * try {
 *   await longWork()
 * } finally {
 *   letGo()
 * }
 * ```
 */
export function keepAlive ({ intervalMs = PING_INTERVAL_MS }: { intervalMs?: number } = {}): () => void {
  answerPings()
  const ping = (): void => {
    // read anew each time: an update may have put another worker there
    navigator.serviceWorker?.controller?.postMessage({ type: 'ping' } satisfies Ping)
  }
  ping()
  const timer = setInterval(ping, intervalMs)

  return () => { clearInterval(timer) }
}
