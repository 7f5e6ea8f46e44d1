/**
 * Throttles a function: at most one call per interval, the first at once, for displaying a fast counter. Calls within
 * the interval are dropped.
 */
export function seldom<T> (intervalMs: number, show: (value: T) => void): (value: T) => void {
  let shownMs = -Infinity

  return (value) => {
    if (performance.now() - shownMs < intervalMs) {
      return
    }
    shownMs = performance.now()
    show(value)
  }
}
