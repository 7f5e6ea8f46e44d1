/**
 * Returns how a promise settles, if it does in time. Never rejects.
 *
 * @param ms - maximum time to wait; no limit if left out
 */
export async function settledWithin<T> (
  promise: Promise<T>,
  ms: number | undefined
): Promise<'late' | { value: T } | { error: unknown }> {
  const settled = promise.then((value) => ({ value }), (error: unknown) => ({ error }))

  if (ms == null) {
    return await settled
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, ms, 'late')
  })
  return await Promise.race([settled, late]).finally(() => {
    clearTimeout(timer)
  })
}
