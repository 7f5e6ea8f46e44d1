import { askWorker } from './ask-worker.ts'
import { controller } from './controller.ts'
import { KeyBackupError, WrongPasswordError } from './errors.ts'
import type { RestoredKey, RestoreKeys, SealedKeys } from './messages.ts'

/** A key is derived from the password slowly, on purpose. */
const TIMEOUT_MS = 60_000

export interface RestoreKeysOptions extends Pick<RestoreKeys, 'whenTaken'> {
  timeoutMs?: number
  signal?: AbortSignal
}

/**
 * Takes in the keys that `sealKeys` gave. Those that are here already are left alone, so that it can be done again; the node keeps its
 * own key, and that of the other node becomes one beside it.
 *
 * @param options - `whenTaken`: of a key whose name another one has, `rename` gives it a number, `skip` leaves it out; `look` changes nothing and says what would be
 * @throws WrongPasswordError; KeyBackupError; NodeNotReadyError when no worker answers in time
 */
export async function restoreKeys (sealed: SealedKeys, password: string, { whenTaken, timeoutMs = TIMEOUT_MS, signal }: RestoreKeysOptions): Promise<RestoredKey[]> {
  const worker = await controller({ timeoutMs, signal })
  const { keys, isWrong, error } = await askWorker(worker, { type: 'restore-keys', sealed, password, whenTaken }, { timeoutMs, signal })

  if (isWrong === true) {
    throw new WrongPasswordError('the keys do not open with this password')
  }

  if (error != null) {
    throw new KeyBackupError(error)
  }

  return keys
}
