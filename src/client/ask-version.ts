import { NodeNotReadyError } from './errors.ts'
import type { VersionAnswer, VersionQuestion } from './messages.ts'

/**
 * Asks one worker for its version, through a channel of its own.
 *
 * @throws NodeNotReadyError when there is no answer in time
 */
export async function askVersion (worker: Pick<ServiceWorker, 'postMessage'>, { timeoutMs }: { timeoutMs: number }): Promise<string> {
  const { port1, port2 } = new MessageChannel()

  try {
    return await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => { reject(new NodeNotReadyError('the worker does not answer')) }, timeoutMs)

      port1.onmessage = ({ data }: MessageEvent<VersionAnswer>) => {
        clearTimeout(timer)
        if (data?.type === 'version' && typeof data.version === 'string') {
          resolve(data.version)
        } else {
          reject(new NodeNotReadyError('another worker than the node controls this page'))
        }
      }
      worker.postMessage({ type: 'version' } satisfies VersionQuestion, [port2])
    })
  } finally {
    port1.close()
  }
}
