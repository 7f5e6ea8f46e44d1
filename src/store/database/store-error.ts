import { DatabaseLostError } from './database-lost-error.ts'
import { QuotaExceededError } from '../quota/quota-exceeded-error.ts'

/** An error of IndexedDB as our callers know it: a full disk by its name in every browser, a lost connection, the rest as it is. */
export function storeError (err: unknown): unknown {
  if ((err as Error | null)?.name === 'QuotaExceededError') {
    return new QuotaExceededError('no space left for blocks: the storage quota of this origin, or the disk, is used up', { cause: err })
  }

  // who aborts a transaction on purpose knows why, and looks no further: this is the browser, and it closes the connection too
  return (err as Error | null)?.name === 'AbortError' ? new DatabaseLostError('closed', { cause: err }) : err
}
