import { isError } from '../../errors/define-error.ts'
import { KeyBackupError, RpcError, WrongPasswordError } from '../protocol/errors.ts'
import type { RestoredKey, SealedKeys } from '../protocol/messages.ts'
import { ownCommand } from '../rpc/own-command.ts'

/** Timeout. Deriving a key from a password is slow on purpose. */
const TIMEOUT_MS = 60_000

/** Message of the node if decryption fails. */
const WRONG_PASSWORD = 'the keys do not open with this password'

interface RestoredRow {
  Name: string
  Is: RestoredKey['is']
  As?: string
}

export interface RestoreKeysOptions {
  /** handling of a key whose name is taken by another key */
  whenTaken: 'rename' | 'skip' | 'look'
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
  const files = [JSON.stringify(sealed), password].map((text) => ({ path: '', content: new Blob([text]) }))

  try {
    const keys = await ownCommand<RestoredRow>('key/restore', { timeoutMs, signal }, {
      options: { 'when-taken': whenTaken },
      files
    })
    return keys.map(({ Name, Is, As }) => ({ name: Name, is: Is, ...As == null ? {} : { as: As } }))
  } catch (err) {
    if (!isError(err, RpcError)) {
      throw err
    }

    throw err.message === WRONG_PASSWORD ? new WrongPasswordError(err.message) : new KeyBackupError(err.message)
  }
}
