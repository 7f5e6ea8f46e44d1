import { KeyBackupError } from '../protocol/errors.ts'
import type { SealedKeys } from '../protocol/messages.ts'
import { askWorker } from '../worker/ask-worker.ts'
import { controller } from '../worker/controller.ts'

/** Timeout. Deriving a key from a password is slow on purpose. */
const TIMEOUT_MS = 60_000

/**
 * Exports the private keys of the node, including its own, encrypted with a password. They cannot be recovered without
 * the password.
 *
 * @returns `sealed`, which the app should store, and the number of keys in it
 * @throws KeyBackupError if the export failed, or the password has less than 8 characters
 * @throws NodeNotReadyError if no worker answers in time
 * @example
 * ```ts
 * const { sealed, count } = await sealKeys(password)
 * localStorage.setItem('keys', JSON.stringify(sealed))
 * ```
 */
export async function sealKeys (
  password: string,
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}
): Promise<{ sealed: SealedKeys; count: number }> {
  const worker = await controller({ timeoutMs, signal })
  const { sealed, count = 0, error = 'no answer' } = await askWorker(worker, { type: 'seal-keys', password }, {
    timeoutMs,
    signal
  })

  if (sealed == null) {
    throw new KeyBackupError(error)
  }

  return { sealed, count }
}
