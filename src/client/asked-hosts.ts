import { askWorker } from './ask-worker.ts'
import { controller } from './controller.ts'
import type { AskedHosts } from './messages.ts'

const TIMEOUT_MS = 10_000

/**
 * Whom the node asks for content that is not here, by its settings of this moment: the setting `HTTPRetrieval.Enabled` switches
 * that off. Undefined where the node does not open.
 *
 * @throws NodeNotReadyError when no worker answers in time
 */
export async function askedHosts ({ timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number, signal?: AbortSignal } = {}): Promise<AskedHosts | undefined> {
  const worker = await controller({ timeoutMs, signal })
  return (await askWorker(worker, { type: 'settings' }, { timeoutMs, signal })).asked
}
