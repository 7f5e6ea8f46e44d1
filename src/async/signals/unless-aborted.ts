/** What a promise gives, unless the signal aborts before. @throws the signal's reason; what the promise throws */
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
