import type { Later } from '../timers/later.ts'

/** Unlike `later`, keeps a process of Node alive. */
const timer: Later = (call, ms) => {
  const id = setTimeout(call, ms)
  return () => {
    clearTimeout(id)
  }
}

/**
 * Waits for a promise for a limited time. Never rejects.
 *
 * @param ms - the limit; none if undefined
 * @param after - starts the timer; for tests
 * @returns the value or the error of the promise, or `late` at the limit
 */
export async function settledWithin<T> (
  promise: Promise<T>,
  ms: number | undefined,
  after: Later = timer
): Promise<'late' | { value: T } | { error: unknown }> {
  const settled = promise.then((value) => ({ value }), (error: unknown) => ({ error }))

  if (ms == null) {
    return await settled
  }

  let cancel = (): void => {}
  const late = new Promise<'late'>((resolve) => {
    cancel = after(() => {
      resolve('late')
    }, ms)
  })
  return await Promise.race([settled, late]).finally(() => {
    cancel()
  })
}
