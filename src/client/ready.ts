import { askWorker } from './ask-worker.ts'
import { controller } from './controller.ts'
import { NodeNotReadyError } from './errors.ts'
import { offerWebRtc } from './offer-webrtc.ts'

const READY_TIMEOUT_MS = 30_000
const ANSWER_TIMEOUT_MS = 5_000

export interface ReadyOptions {
  /** how long to wait in all; default 30 s */
  timeoutMs?: number
  signal?: AbortSignal
}

/**
 * Resolves when the node can be used: a worker controls this page and has
 * answered with its version. Does not register one, see `register()`.
 *
 * @returns the worker's version
 * @throws NodeNotReadyError when that does not come about in time
 * @throws WorkersUnavailableError where the browser has no service workers
 * @example
 * ```ts
 * await register()
 * const { version } = await ready()
 * const id = await rpc<{ ID: string }>('id')
 * ```
 */
export async function ready ({ timeoutMs = READY_TIMEOUT_MS, signal }: ReadyOptions = {}): Promise<{ version: string }> {
  const end = Date.now() + timeoutMs

  for (;;) {
    const left = end - Date.now()
    const worker = await controller({ timeoutMs: left, signal })
    try {
      const { version } = await askWorker(worker, { type: 'version' }, { timeoutMs: Math.max(1, Math.min(ANSWER_TIMEOUT_MS, left)), signal })
      offerWebRtc()
      return { version }
    } catch (err) {
      // a message to a worker that is being replaced is lost: ask its successor
      signal?.throwIfAborted()
      if ((err as Error).name !== NodeNotReadyError.name) {
        throw err
      }
      if (Date.now() >= end) {
        throw new NodeNotReadyError(`${(err as Error).message} (${worker.scriptURL})`, { cause: err })
      }
    }
  }
}
