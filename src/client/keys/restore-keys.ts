import { KeyBackupError, WrongPasswordError } from '../protocol/errors.ts'
import type { RestoredKey, RestoreKeys, SealedKeys } from '../protocol/messages.ts'
import { askWorker } from '../worker/ask-worker.ts'
import { controller } from '../worker/controller.ts'

/** Timeout. Deriving a key from a password is slow on purpose. */
const TIMEOUT_MS = 60_000

export interface RestoreKeysOptions extends Pick<RestoreKeys, 'whenTaken'> {
  timeoutMs?: number
  signal?: AbortSignal
}

/**
 * Imports keys of `sealKeys`. Skips existing keys, so that it can be repeated. The node keeps its own key; that of the
 * other node is imported as an additional key.
 *
 * @param options - `whenTaken`: if the name of a key is taken by another one, `rename` adds a number, `skip` omits the
 *   key; `look` changes nothing and reports the outcome
 * @throws WrongPasswordError if the password is wrong
 * @throws KeyBackupError if the import failed
 * @throws NodeNotReadyError if no worker answers in time
 * @example
 * ```ts
 * try {
 *   await restoreKeys(sealed, password, { whenTaken: 'rename' })
 * } catch (err) {
 *   if (err instanceof WrongPasswordError) alert('Wrong password')
 * }
 * ```
 */
export async function restoreKeys (
  sealed: SealedKeys,
  password: string,
  { whenTaken, timeoutMs = TIMEOUT_MS, signal }: RestoreKeysOptions
): Promise<RestoredKey[]> {
  const worker = await controller({ timeoutMs, signal })
  const { keys, isWrong, error } = await askWorker(worker, { type: 'restore-keys', sealed, password, whenTaken }, {
    timeoutMs,
    signal
  })

  if (isWrong === true) {
    throw new WrongPasswordError('the keys do not open with this password')
  }

  if (error != null) {
    throw new KeyBackupError(error)
  }

  return keys
}
