import { askWorker } from './ask-worker.ts'
import { controller } from './controller.ts'
import type { RepairsAnswer } from './messages.ts'

const TIMEOUT_MS = 10_000

/** What a browser lost of the node, what was restored, and which pins lack blocks, as far as the worker has looked. */
export type RepairReport = Omit<RepairsAnswer, 'type'>

/**
 * What the browser lost of this node, until `forgetRepairs`. While `looking` is set there is more to come: ask again.
 *
 * @throws NodeNotReadyError when no worker answers in time
 */
export async function repairs ({ timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number, signal?: AbortSignal } = {}): Promise<RepairReport> {
  const worker = await controller({ timeoutMs, signal })
  const { type: _, ...report } = await askWorker(worker, { type: 'repairs' }, { timeoutMs, signal })
  return report
}
