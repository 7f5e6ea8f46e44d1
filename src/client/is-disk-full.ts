import { askWorker } from './ask-worker.ts'
import { controller } from './controller.ts'

const TIMEOUT_MS = 10_000

/**
 * Whether the node has no room to store anything more, on the disk or in what the browser allows. What is kept can be read then,
 * and `pin/rm` and `repo/gc` make room.
 *
 * @throws NodeNotReadyError when no worker answers in time
 */
export async function isDiskFull ({ timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number, signal?: AbortSignal } = {}): Promise<boolean> {
  const worker = await controller({ timeoutMs, signal })
  return (await askWorker(worker, { type: 'room' }, { timeoutMs, signal })).full
}
