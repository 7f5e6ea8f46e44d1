/** A timer that is set for longer goes off at once (24.8 days). */
export const MAX_TIMER_MS = 2 ** 31 - 1

/** Calls back once, so many milliseconds from now, unless what it returns is called before. */
export type Later = (call: () => void, ms: number) => () => void

/** By a timer, which in Node is no reason to stay. Longer times than {@link MAX_TIMER_MS} end with it. */
export const later: Later = (call, ms) => {
  const timer = setTimeout(call, Math.min(ms, MAX_TIMER_MS))
  const { unref } = timer as { unref?: () => void }
  unref?.call(timer)
  return () => {
    clearTimeout(timer)
  }
}
