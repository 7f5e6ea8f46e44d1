import { NodeNotReadyError } from './errors.ts'
import type { IdleAnswer, IdleQuestion, VersionAnswer, VersionQuestion } from './messages.ts'

interface AskOptions {
  timeoutMs: number
  signal?: AbortSignal
}

/**
 * Asks one worker something, through a channel of its own.
 *
 * @throws the signal's reason; NodeNotReadyError when there is no answer in time, or another one
 */
export async function askWorker (worker: Pick<ServiceWorker, 'postMessage'>, question: VersionQuestion, options: AskOptions): Promise<VersionAnswer>
export async function askWorker (worker: Pick<ServiceWorker, 'postMessage'>, question: IdleQuestion, options: AskOptions): Promise<IdleAnswer>
export async function askWorker (worker: Pick<ServiceWorker, 'postMessage'>, question: VersionQuestion | IdleQuestion, { timeoutMs, signal }: AskOptions): Promise<VersionAnswer | IdleAnswer> {
  signal?.throwIfAborted()
  const { port1, port2 } = new MessageChannel()
  const done = new AbortController()

  try {
    return await new Promise<VersionAnswer | IdleAnswer>((resolve, reject) => {
      const timer = setTimeout(() => { reject(new NodeNotReadyError('the worker does not answer')) }, timeoutMs)
      done.signal.addEventListener('abort', () => { clearTimeout(timer) })
      signal?.addEventListener('abort', () => { reject(signal.reason) }, { signal: done.signal })

      port1.onmessage = ({ data }: MessageEvent<VersionAnswer | IdleAnswer>) => {
        if (data?.type === question.type) {
          resolve(data)
        } else {
          reject(new NodeNotReadyError('another worker than the node controls this page'))
        }
      }
      worker.postMessage(question, [port2])
    })
  } finally {
    done.abort()
    port1.close()
  }
}
