import { askWorker } from './ask-worker.ts'
import { controller } from './controller.ts'
import { KeyBackupError } from './errors.ts'
import type { SealedKeys } from './messages.ts'

/** A key is derived from the password slowly, on purpose. */
const TIMEOUT_MS = 60_000

/**
 * The private keys of the node, its own among them, behind a password. They are in no other form anywhere but in the node: without the
 * password nobody has them.
 *
 * @returns `sealed` to be kept, and how many keys are in it
 * @throws KeyBackupError, for a password of less than 8 characters too; NodeNotReadyError when no worker answers in time
 */
export async function sealKeys (password: string, { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number, signal?: AbortSignal } = {}): Promise<{ sealed: SealedKeys, count: number }> {
  const worker = await controller({ timeoutMs, signal })
  const { sealed, count = 0, error = 'no answer' } = await askWorker(worker, { type: 'seal-keys', password }, { timeoutMs, signal })

  if (sealed == null) {
    throw new KeyBackupError(error)
  }

  return { sealed, count }
}
