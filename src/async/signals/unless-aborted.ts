/**
 * Waits for a promise, unless the signal aborts first.
 *
 * @throws the signal's reason, or the error of the promise
 */
export async function unlessAborted<T> (work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  signal?.throwIfAborted()
  let abort = (): void => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => {
      reject(signal?.reason as Error)
    }
  })
  signal?.addEventListener('abort', abort, { once: true })
  return await Promise.race([work, aborted]).finally(() => {
    signal?.removeEventListener('abort', abort)
  })
}
