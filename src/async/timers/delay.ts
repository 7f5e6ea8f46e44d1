import { MAX_TIMER_MS } from './later.ts'

/**
 * Resolves after `ms` milliseconds, at most {@link MAX_TIMER_MS}.
 *
 * @throws the signal's reason as soon as it aborts
 */
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
    }, Math.min(ms, MAX_TIMER_MS))

    signal?.addEventListener('abort', abort, { once: true })
  })
}
