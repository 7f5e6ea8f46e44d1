/** Maximum delay of a timer (24.8 days). A timer with a longer delay fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1

/** Calls back once after `ms` milliseconds, unless the returned function is called first. */
export type Later = (call: () => void, ms: number) => () => void

/** Sets a timer, which does not keep a Node process alive. Delays are limited to {@link MAX_TIMER_MS}. */
export const later: Later = (call, ms) => {
  const timer = setTimeout(call, Math.min(ms, MAX_TIMER_MS))
  const { unref } = timer as { unref?: () => void }
  unref?.call(timer)
  return () => {
    clearTimeout(timer)
  }
}
