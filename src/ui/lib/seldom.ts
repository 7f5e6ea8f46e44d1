/** Lets at most one call through each so many milliseconds, the first at once: what is shown of a fast count. Calls that come too soon are left out. */
export function seldom<T> (intervalMs: number, show: (value: T) => void): (value: T) => void {
  let shownMs = -Infinity

  return (value) => {
    if (performance.now() - shownMs < intervalMs) return
    shownMs = performance.now()
    show(value)
  }
}
