import { ConfigNotResetError } from '../protocol/errors.ts'
import { askWorker } from '../worker/ask-worker.ts'
import { controller } from '../worker/controller.ts'

/** Timeout. A node that opens may first have to roll back writes of a killed worker, or wait for another tab. */
const TIMEOUT_MS = 60_000

/**
 * Resets every setting of the node to its default. Stored content, pins, names, and the node's identity are kept. Works
 * even if the settings block the API, or keep the node from opening.
 *
 * @throws ConfigNotResetError if the node could not store the change
 * @throws NodeNotReadyError if no worker answers in time
 * @example
 * ```ts
 * await resetConfig()
 * ```
 */
export async function resetConfig (
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}
): Promise<void> {
  const worker = await controller({ timeoutMs, signal })
  const { error } = await askWorker(worker, { type: 'reset-config' }, { timeoutMs, signal })

  if (error != null) {
    throw new ConfigNotResetError(error)
  }
}
