import { askWorker } from '../worker/ask-worker.ts'
import { controller } from '../worker/controller.ts'

const TIMEOUT_MS = 10_000

/**
 * Lets the next request start a node that was shut down (`/api/v0/shutdown`); no effect on any other. A page calls it
 * when the user opens it.
 *
 * @throws NodeNotReadyError if no worker answers in time
 * @example
 * ```ts
 * await rpcDone('shutdown')
 * await startNode()
 * const { ID } = await rpc<{ ID: string }>('id')
 * ```
 */
export async function startNode (
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}
): Promise<void> {
  const worker = await controller({ timeoutMs, signal })
  await askWorker(worker, { type: 'start-node' }, { timeoutMs, signal })
}
