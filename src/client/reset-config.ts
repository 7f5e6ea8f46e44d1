import { askWorker } from './ask-worker.ts'
import { controller } from './controller.ts'
import { ConfigNotResetError } from './errors.ts'

/** Opening a node may first have to undo what a killed worker left, or wait for another tab. */
const TIMEOUT_MS = 60_000

/**
 * Starts with default settings: every setting of the node goes back to what it was at first. What is stored and pinned, its
 * names, and the identity of the node stay. Works also where the settings let nobody use the API, or the node does not open
 * by them.
 *
 * @throws ConfigNotResetError when the node could not keep the change
 * @throws NodeNotReadyError when no worker answers in time
 */
export async function resetConfig ({ timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number, signal?: AbortSignal } = {}): Promise<void> {
  const worker = await controller({ timeoutMs, signal })
  const { error } = await askWorker(worker, { type: 'reset-config' }, { timeoutMs, signal })

  if (error != null) {
    throw new ConfigNotResetError(error)
  }
}
