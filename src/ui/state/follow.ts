import { watchChanges } from '../../client/index.ts'
import type { Topic } from '../../client/index.ts'

/** Between two refreshes, so that a storm of changes leaves the node time for its work, and the page for its person. */
const REST_MS = 500
/** What takes long is read less often: between two readings lies this many times what the last one took. */
const REST_TIMES = 8
const MAX_REST_MS = 4000

/**
 * Reads anew what is shown when the node tells that it has changed, by this page or anybody else: one reading at a time, and
 * none while nobody sees the page. What came meanwhile is read behind it.
 *
 * @returns stops it
 */
export function follow (topic: Topic, refresh: () => Promise<void>): () => void {
  let due = false
  let running = false

  const run = async (): Promise<void> => {
    if (running) {
      return
    }
    running = true
    while (due && document.visibilityState === 'visible') {
      due = false
      const began = performance.now()
      await refresh().catch(() => {}) // what it shows tells of its own problems
      const restMs = Math.min(MAX_REST_MS, Math.max(REST_MS, REST_TIMES * (performance.now() - began)))
      await new Promise((resolve) => { setTimeout(resolve, restMs) })
    }
    running = false
  }
  const onVisible = (): void => { void run() }
  const stop = watchChanges((topics) => {
    if (topics.has(topic)) {
      due = true
      void run()
    }
  })

  document.addEventListener('visibilitychange', onVisible)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', onVisible)
  }
}
