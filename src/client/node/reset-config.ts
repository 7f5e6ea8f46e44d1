import { isError } from '../../errors/define-error.ts'
import { ConfigNotResetError, RpcError } from '../protocol/errors.ts'
import { ownCommand } from '../rpc/own-command.ts'
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
  try {
    await ownCommand('config/reset', { timeoutMs, signal })
    return
  } catch (err) {
    if (!isBlocked(err)) {
      throw isError(err, RpcError) ? new ConfigNotResetError(err.message) : err
    }
  }

  // The message needs neither the API nor an open node.
  const worker = await controller({ timeoutMs, signal })
  const { error } = await askWorker(worker, { type: 'reset-config' }, { timeoutMs, signal })

  if (error != null) {
    throw new ConfigNotResetError(error)
  }
}

/** Whether the settings keep this page from the API, or the node from opening. */
function isBlocked (err: unknown): boolean {
  return isError(err, RpcError) && (err.status === 403 || err.status === 503)
}
