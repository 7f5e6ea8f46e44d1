/** Resolves when the signal is aborted. Keeps the process alive until then. */
export async function untilAborted (signal: AbortSignal): Promise<void> {
  const alive = setInterval(() => {}, 2 ** 30)

  try {
    await new Promise<void>((resolve) => {
      if (signal.aborted) {
        resolve()
      }

      signal.addEventListener('abort', () => {
        resolve()
      }, { once: true })
    })
  } finally {
    clearInterval(alive)
  }
}
