import { ABORT, isError, UNKNOWN } from '../../errors/define-error.ts'
import { QuotaExceededError } from '../quota/quota-exceeded-error.ts'
import { DatabaseLostError } from './database-lost-error.ts'

/**
 * Normalizes an IndexedDB error: QuotaExceededError for a full disk in every browser, DatabaseLostError for a lost
 * connection, other errors unchanged.
 */
export function storeError (err: unknown): unknown {
  if (isError(err, QuotaExceededError)) {
    return noSpaceLeft(err)
  }

  return isClosing(err as Error | null) ? new DatabaseLostError('closed', { cause: err }) : err
}

/** Creates the error for a full disk. Replaces the various errors of browsers. */
export function noSpaceLeft (cause: unknown): QuotaExceededError {
  return new QuotaExceededError('no space left for blocks: the storage quota of this origin, or the disk, is used up', {
    cause
  })
}

/**
 * Whether the browser aborted the request because it closes the connection. Callers that abort on purpose know the
 * reason and do not ask. Chromium has its own message for cleared data ("Connection is closing because of: Force close
 * delete origin").
 */
function isClosing (err: Error | null): boolean {
  return isError(err, ABORT) || (isError(err, UNKNOWN) && /connection is closing/i.test(err.message))
}
