/**
 * Waits, but not longer than until the browser is online again or the page is shown again: then an attempt may succeed.
 *
 * @param also - further events that end the pause: a function that gets a callback, and returns how to remove it
 */
export async function pauseUntilWake (
  ms: number,
  { signal, also }: { signal: AbortSignal; also?: (wake: () => void) => () => void }
): Promise<void> {
  signal.throwIfAborted()

  await new Promise<void>((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      removeEventListener('online', end)
      document.removeEventListener('visibilitychange', end)
      signal.removeEventListener('abort', end)
      stop?.()
      if (signal.aborted) {
        reject(signal.reason as Error)
      } else {
        resolve()
      }
    }
    const timer = setTimeout(end, ms)
    const stop = also?.(end)
    addEventListener('online', end)
    document.addEventListener('visibilitychange', end)
    signal.addEventListener('abort', end)
  })
}
