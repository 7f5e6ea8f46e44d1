/** Resolves after so many milliseconds. @throws the signal's reason as soon as it aborts */
export async function delay (ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()

  await new Promise<void>((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }

    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)

    signal?.addEventListener('abort', abort, { once: true })
  })
}
