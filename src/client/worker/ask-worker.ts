import { NodeNotReadyError } from '../protocol/errors.ts'
import type { AnswerTo, Question } from '../protocol/messages.ts'

interface AskOptions {
  timeoutMs: number
  signal?: AbortSignal
  /**
   * Whether a worker that ends or forgets the question without an answer is noticed at once. Not every browser reports
   * that. Only for questions that every asked worker answers.
   */
  failsOnClose?: boolean
}

/** Thrown if the worker ended before its answer. Another attempt starts it again. */
export class WorkerEndedError extends NodeNotReadyError {}

/** Thrown if a worker answered, but not like a node. Its name is that of `NodeNotReadyError`. */
export class OtherWorkerError extends NodeNotReadyError {}

/**
 * Sends a question to a worker, over a channel of its own, and returns the answer.
 *
 * @throws the signal's reason
 * @throws NodeNotReadyError if there is no answer in time, or an unexpected one
 * @throws WorkerEndedError if the worker ended, with `failsOnClose`
 */
export async function askWorker<Q extends Question> (
  worker: Pick<ServiceWorker, 'postMessage'>,
  question: Q,
  { timeoutMs, signal, failsOnClose = false }: AskOptions
): Promise<AnswerTo<Q>> {
  signal?.throwIfAborted()
  const { port1, port2 } = new MessageChannel()
  const done = new AbortController()

  try {
    return await new Promise<AnswerTo<Q>>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new NodeNotReadyError('the worker does not answer'))
      }, timeoutMs)
      done.signal.addEventListener('abort', () => {
        clearTimeout(timer)
      })
      signal?.addEventListener('abort', () => {
        reject(signal.reason)
      }, { signal: done.signal })

      port1.onmessage = ({ data }: MessageEvent<AnswerTo<Q>>) => {
        if (data?.type === question.type) {
          resolve(data)
        } else {
          reject(new OtherWorkerError('another worker than the node controls this page'))
        }
      }
      if (failsOnClose) {
        port1.addEventListener('close', () => {
          reject(new WorkerEndedError('the worker ended before its answer'))
        }, { signal: done.signal })
      }

      worker.postMessage(question, [port2])
    })
  } finally {
    done.abort()
    port1.close()
  }
}
