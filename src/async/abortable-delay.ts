/** Resolves after so many milliseconds. @throws the reason of the signal when it aborts before */
export async function abortableDelay (ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()

  await new Promise<void>((resolve, reject) => {
    const aborted = (): void => { clearTimeout(timer); reject(signal.reason as Error) }
    const timer = setTimeout(() => { signal.removeEventListener('abort', aborted); resolve() }, ms)
    signal.addEventListener('abort', aborted, { once: true })
  })
}
