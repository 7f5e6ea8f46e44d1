import { askWorker } from './ask-worker.ts'
import { controller } from './controller.ts'

const TIMEOUT_MS = 10_000

/**
 * The person has taken note of the repairs: they are told no more. Pins that lack blocks stay pins.
 *
 * @throws NodeNotReadyError when no worker answers in time
 */
export async function forgetRepairs ({ timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number, signal?: AbortSignal } = {}): Promise<void> {
  const worker = await controller({ timeoutMs, signal })
  await askWorker(worker, { type: 'forget-repairs' }, { timeoutMs, signal })
}
