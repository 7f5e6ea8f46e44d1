import type { RepairsAnswer } from '../protocol/messages.ts'
import { askWorker } from '../worker/ask-worker.ts'
import { controller } from '../worker/controller.ts'

const TIMEOUT_MS = 10_000

/** Data that the browser lost, what was restored, and the pins with missing blocks found so far. */
export type RepairReport = Omit<RepairsAnswer, 'type'>

/**
 * Returns the data that the browser lost, until `forgetRepairs` is called. While `looking` is set the report is
 * incomplete: ask again.
 *
 * @throws NodeNotReadyError if no worker answers in time
 * @example
 * ```ts
 * const { lackingCount } = await repairs()
 * if (lackingCount > 0) console.warn(`${lackingCount} pins lack blocks`)
 * ```
 */
export async function repairs (
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}
): Promise<RepairReport> {
  const worker = await controller({ timeoutMs, signal })
  const { type: _, ...report } = await askWorker(worker, { type: 'repairs' }, { timeoutMs, signal })
  return report
}
