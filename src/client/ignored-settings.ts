import { askWorker } from './ask-worker.ts'
import { controller } from './controller.ts'
import type { IgnoredSetting } from './messages.ts'

const TIMEOUT_MS = 10_000

/**
 * The settings of the node that are kept and cannot be used, left by an older version or written by hand: they are as if they
 * were not set.
 *
 * @throws NodeNotReadyError when no worker answers in time
 */
export async function ignoredSettings ({ timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number, signal?: AbortSignal } = {}): Promise<IgnoredSetting[]> {
  const worker = await controller({ timeoutMs, signal })
  return (await askWorker(worker, { type: 'settings' }, { timeoutMs, signal })).ignored
}
