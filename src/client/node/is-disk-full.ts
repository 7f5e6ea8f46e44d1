import { askWorker } from '../worker/ask-worker.ts'
import { controller } from '../worker/controller.ts'

const TIMEOUT_MS = 10_000

/**
 * Returns whether the node has no room to store more, on the disk or within the browser's quota. Stored content remains
 * readable, and `pin/rm` and `repo/gc` free space.
 *
 * @throws NodeNotReadyError if no worker answers in time
 * @example
 * ```ts
 * if (await isDiskFull()) await rpcDone('repo/gc')
 * ```
 */
export async function isDiskFull (
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}
): Promise<boolean> {
  const worker = await controller({ timeoutMs, signal })
  return (await askWorker(worker, { type: 'room' }, { timeoutMs, signal })).full
}
