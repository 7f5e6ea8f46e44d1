import { askWorker } from './ask-worker.ts'
import { controller } from './controller.ts'

const TIMEOUT_MS = 30_000

/**
 * Since when pins are kept, by their CIDs as `pin/ls` writes them. Those that were made before this was noted are not among them. A pin that
 * gets another name keeps its date.
 *
 * @throws NodeNotReadyError when no worker answers in time
 */
export async function pinDates ({ timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number, signal?: AbortSignal } = {}): Promise<Map<string, Date>> {
  const worker = await controller({ timeoutMs, signal })
  const { dates } = await askWorker(worker, { type: 'pin-dates' }, { timeoutMs, signal })
  return new Map(dates.map(([cid, since]) => [cid, new Date(since * 1000)]))
}
