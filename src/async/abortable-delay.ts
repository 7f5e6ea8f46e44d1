/** Resolves after so many milliseconds. @throws the signal's reason as soon as it aborts */
export async function abortableDelay (ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()

  await new Promise<void>((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }

    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    }, ms)

    signal.addEventListener('abort', onAbort, { once: true })
  })
}
