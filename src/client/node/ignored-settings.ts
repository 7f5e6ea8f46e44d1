import type { IgnoredSetting } from '../protocol/messages.ts'
import { askWorker } from '../worker/ask-worker.ts'
import { controller } from '../worker/controller.ts'

const TIMEOUT_MS = 10_000

/**
 * Returns the stored settings of the node that are invalid, from an older version or edited by hand. They are treated
 * as unset.
 *
 * @throws NodeNotReadyError if no worker answers in time
 * @example
 * ```ts
 * for (const { key, message } of await ignoredSettings()) console.warn(key, message)
 * ```
 */
export async function ignoredSettings (
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}
): Promise<IgnoredSetting[]> {
  const worker = await controller({ timeoutMs, signal })
  return (await askWorker(worker, { type: 'settings' }, { timeoutMs, signal })).ignored
}
