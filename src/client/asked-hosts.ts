import { askWorker } from './ask-worker.ts'
import { controller } from './controller.ts'
import type { AskedHosts } from './messages.ts'

const TIMEOUT_MS = 10_000

/**
 * Whom the node talks to, by its settings of this moment: who is asked for content that is not here, and the peers that it begins
 * with. The setting `HTTPRetrieval.Enabled` switches all of it off. Undefined where the node does not open.
 *
 * @throws NodeNotReadyError when no worker answers in time
 */
export async function askedHosts ({ timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number, signal?: AbortSignal } = {}): Promise<AskedHosts | undefined> {
  const worker = await controller({ timeoutMs, signal })
  return (await askWorker(worker, { type: 'settings' }, { timeoutMs, signal })).asked
}
