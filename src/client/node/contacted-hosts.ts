import type { AskedHosts } from '../protocol/messages.ts'
import { askWorker } from '../worker/ask-worker.ts'
import { controller } from '../worker/controller.ts'

const TIMEOUT_MS = 10_000

/**
 * Returns the hosts that the node contacts by its current settings: sources of missing content, and the first peers.
 * The setting `HTTPRetrieval.Enabled` disables all of them. Undefined if the node does not open.
 *
 * @throws NodeNotReadyError if no worker answers in time
 * @example
 * ```ts
 * const asked = await askedHosts()
 * if (asked != null) console.log(asked.isOff ? 'offline' : asked.hosts)
 * ```
 */
export async function askedHosts (
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}
): Promise<AskedHosts | undefined> {
  const worker = await controller({ timeoutMs, signal })
  return (await askWorker(worker, { type: 'settings' }, { timeoutMs, signal })).asked
}
