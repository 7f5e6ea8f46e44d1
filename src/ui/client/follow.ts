import { watchChanges } from '../../client/index.ts'
import type { Topic } from '../../client/index.ts'

/** Minimal pause between two refreshes, so that many changes do not overload the node and the page. */
const REST_MS = 500
/** Slow refreshes run less often: the pause is this multiple of the last duration, up to `MAX_REST_MS`. */
const REST_TIMES = 8
const MAX_REST_MS = 4000

/**
 * Refreshes displayed data when the node reports a change, by this page or another client. Runs one refresh at a time,
 * and none while the page is hidden. Changes during a refresh cause another one after it.
 *
 * @returns a function that stops it
 */
export function follow (topic: Topic, refresh: () => Promise<void>): () => void {
  let due = false
  let running = false
  let isStopped = false

  const run = async (): Promise<void> => {
    if (running) {
      return
    }
    running = true
    while (due && !isStopped && document.visibilityState === 'visible') {
      due = false
      const began = performance.now()
      // `refresh` reports its own errors. What it did not read is read later.
      await refresh().catch(() => {
        due = true
      })
      const restMs = Math.min(MAX_REST_MS, Math.max(REST_MS, REST_TIMES * (performance.now() - began)))
      await new Promise((resolve) => {
        setTimeout(resolve, restMs)
      })
    }
    running = false
  }
  const onVisible = (): void => {
    void run()
  }
  const stop = watchChanges((topics) => {
    if (topics.has(topic)) {
      due = true
      void run()
    }
  })

  document.addEventListener('visibilitychange', onVisible)
  return () => {
    isStopped = true
    stop()
    document.removeEventListener('visibilitychange', onVisible)
  }
}
