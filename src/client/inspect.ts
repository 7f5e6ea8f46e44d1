import { askWorker } from './ask-worker.ts'
import { controller } from './controller.ts'
import type { WorkerReport } from './messages.ts'

/** Opening a node may first have to undo what a killed worker left. */
const TIMEOUT_MS = 60_000

/**
 * Looks into the worker that controls this page: its version, what it is busy with, and the counters and states of its node. For
 * people who debug it; what is in it may change with each version.
 *
 * @throws NodeNotReadyError when no worker answers in time
 * @example
 * ```ts
 * console.log(JSON.stringify(await inspect(), null, 2))
 * ```
 */
export async function inspect ({ timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number, signal?: AbortSignal } = {}): Promise<WorkerReport> {
  const worker = await controller({ timeoutMs, signal })
  return (await askWorker(worker, { type: 'inspect' }, { timeoutMs, signal })).report
}
