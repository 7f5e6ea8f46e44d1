import { delay } from '../async/timers/delay.ts'

const STEP_MS = 50

/** Delays of timers during a measurement: they show how busy the thread was. */
export interface TimerDelays {
  watchedMs: number
  samples: number
  /** mean of all samples */
  meanMs: number
  maxMs: number
}

/**
 * Measures timer delays of this thread for `watchMs`.
 *
 * @throws the signal's reason
 */
export async function timerDelays (watchMs: number, signal: AbortSignal): Promise<TimerDelays> {
  const startedMs = performance.now()
  const delays: number[] = []

  for (let now = startedMs; now - startedMs < watchMs;) {
    const stepMs = Math.min(STEP_MS, watchMs - (now - startedMs))
    await delay(stepMs, signal)
    const next = performance.now()
    delays.push(Math.max(0, next - now - stepMs))
    now = next
  }

  const total = delays.reduce((sum, ms) => sum + ms, 0)
  return {
    watchedMs: performance.now() - startedMs,
    samples: delays.length,
    meanMs: delays.length === 0 ? 0 : total / delays.length,
    maxMs: Math.max(0, ...delays)
  }
}
