import type { WorkerReport } from '../protocol/messages.ts'
import { askWorker } from '../worker/ask-worker.ts'
import { controller } from '../worker/controller.ts'

/** Timeout. A node that opens may first have to roll back writes of a killed worker. */
const TIMEOUT_MS = 60_000

/**
 * Returns the state of the worker that controls this page: its version, its activity, and counters and states of its
 * node. For debugging: the content may change with each version.
 *
 * @throws NodeNotReadyError if no worker answers in time
 * @example
 * ```ts
 * console.log(JSON.stringify(await inspect(), null, 2))
 * ```
 */
export async function inspect (
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}
): Promise<WorkerReport> {
  const worker = await controller({ timeoutMs, signal })
  return (await askWorker(worker, { type: 'inspect' }, { timeoutMs, signal })).report
}
