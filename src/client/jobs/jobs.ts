import type { Job } from '../protocol/messages.ts'
import { askWorker } from '../worker/ask-worker.ts'
import { controller } from '../worker/controller.ts'

const TIMEOUT_MS = 10_000

/**
 * Returns the jobs of the node: those that run, of any client, and those that ended without a client to report to.
 * `watchChanges` reports the topic `jobs` on changes, and about once a second while a job runs.
 *
 * @throws NodeNotReadyError if no worker answers in time
 * @example
 * ```ts
 * watchChanges(async (topics) => {
 *   if (topics.has('jobs')) show(await jobs())
 * })
 * ```
 */
export async function jobs (
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}
): Promise<Job[]> {
  const worker = await controller({ timeoutMs, signal })
  return (await askWorker(worker, { type: 'jobs' }, { timeoutMs, signal })).jobs
}
