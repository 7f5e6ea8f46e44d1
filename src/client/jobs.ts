import { askWorker } from './ask-worker.ts'
import { controller } from './controller.ts'
import type { Job } from './messages.ts'

const TIMEOUT_MS = 10_000

/**
 * The long work of the node: what runs now, whoever asked for it, and what ended while nobody was there to be told. `watchChanges`
 * tells of the topic `jobs` when there is something new, while a job runs about once a second.
 *
 * @throws NodeNotReadyError when no worker answers in time
 * @example
 * ```ts
 * watchChanges(async (topics) => {
 *   if (topics.has('jobs')) show(await jobs())
 * })
 * ```
 */
export async function jobs ({ timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number, signal?: AbortSignal } = {}): Promise<Job[]> {
  const worker = await controller({ timeoutMs, signal })
  return (await askWorker(worker, { type: 'jobs' }, { timeoutMs, signal })).jobs
}
