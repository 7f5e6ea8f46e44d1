import { DatabaseLostError } from './database-lost-error.ts'
import { QuotaExceededError } from '../quota/quota-exceeded-error.ts'

/** An error of IndexedDB as our callers know it: a full disk by its name in every browser, a lost connection, the rest as it is. */
export function storeError (err: unknown): unknown {
  if ((err as Error | null)?.name === 'QuotaExceededError') {
    return noSpaceLeft(err)
  }

  return isClosing(err as Error | null) ? new DatabaseLostError('closed', { cause: err }) : err
}

/** A full disk, whatever the browser calls it. */
export function noSpaceLeft (cause: unknown): QuotaExceededError {
  return new QuotaExceededError('no space left for blocks: the storage quota of this origin, or the disk, is used up', { cause })
}

/**
 * Whether the browser has ended what ran as it closes the connection. Who aborts a transaction on purpose knows why, and looks no
 * further; Chromium has words of its own for data that is cleared ("Connection is closing because of: Force close delete origin").
 */
function isClosing (err: Error | null): boolean {
  return err?.name === 'AbortError' || (err?.name === 'UnknownError' && /connection is closing/i.test(err.message))
}
