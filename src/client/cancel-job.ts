import { askWorker } from './ask-worker.ts'
import { controller } from './controller.ts'

/** Work that is told to end may first take back what it has written. */
const TIMEOUT_MS = 60_000

/**
 * Ends a job for good; one that has ended is forgotten. Who waits for it gets `context canceled`.
 *
 * @param id - as `jobs` gives it
 * @returns false when there is no such job
 * @throws NodeNotReadyError when no worker answers in time
 */
export async function cancelJob (id: string, { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number, signal?: AbortSignal } = {}): Promise<boolean> {
  const worker = await controller({ timeoutMs, signal })
  return (await askWorker(worker, { type: 'cancel-job', id }, { timeoutMs, signal })).found
}
