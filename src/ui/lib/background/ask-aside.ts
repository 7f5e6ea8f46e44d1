import { asideWorker } from './aside-worker.ts'

/** Timeout: texts of a realistic kind are parsed faster. */
const MAX_MS = 5000

/**
 * Sends one message to a background worker and returns its answer. The worker ends afterwards.
 *
 * @returns undefined if the worker fails, or takes more than 5 s
 * @throws the signal's reason
 */
export async function askAside<T> (
  name: Parameters<typeof asideWorker>[0],
  message: unknown,
  { signal }: { signal: AbortSignal }
): Promise<T | undefined> {
  const worker = asideWorker(name)
  let timer: ReturnType<typeof setTimeout> | undefined

  try {
    return await new Promise((resolve, reject) => {
      signal.throwIfAborted()
      signal.addEventListener('abort', () => {
        reject(signal.reason as Error)
      })
      timer = setTimeout(() => {
        resolve(undefined)
      }, MAX_MS)
      worker.addEventListener('message', ({ data }) => {
        resolve(data)
      })
      // A text that breaks the parser, or a script that failed to load.
      worker.addEventListener('error', () => {
        resolve(undefined)
      })
      worker.addEventListener('messageerror', () => {
        resolve(undefined)
      })
      worker.postMessage(message)
    })
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}
