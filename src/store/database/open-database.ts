import { withAnswerTimeout } from '../../async/promises/answer-timeout.ts'
import { isError, VERSION } from '../../errors/define-error.ts'
import { storeError } from './store-error.ts'

/**
 * Upgrades the schema of a database from an older version (0: a new database) to a newer one, inside the upgrade
 * transaction.
 */
export type Upgrade = (db: IDBDatabase, tx: IDBTransaction, oldVersion: number, newVersion: number) => Promise<void>

/**
 * The timeout for opening. Recovering a large log on a slow disk takes tens of seconds, and the previous owner may need
 * some to release the database.
 */
const PATIENCE_MS = 60_000

/**
 * Opens a database and upgrades its schema. If the upgrade fails, the database stays unchanged. If the browser does not
 * answer, repeats the request, and gives up after a minute. A late answer is harmless: an upgrade that was begun in
 * time still finishes, and the next opening waits for it.
 *
 * @throws VersionError if a newer version of this code wrote it
 * @throws QuotaExceededError if the disk is full
 * @throws NoAnswerError if the browser does not answer
 */
export async function openDatabase (
  indexedDB: IDBFactory,
  name: string,
  version: number,
  upgrade: Upgrade
): Promise<IDBDatabase> {
  /** No other connection is needed. */
  let isOver = false

  const ask = (): Promise<IDBDatabase> =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open(name, version)
      let failure: unknown

      request.onupgradeneeded = ({ oldVersion }) => {
        const tx = request.transaction!

        if (isOver) {
          tx.abort()
          return
        }

        // The error of the request only says that it was aborted.
        tx.onabort = () => {
          failure ??= tx.error
        }

        upgrade(request.result, tx, oldVersion, version).catch((err: unknown) => {
          failure = err
          tx.abort()
        })
      }
      request.onerror = () => {
        reject(failure != null ? storeError(failure) : openError(request.error!))
      }
      request.onsuccess = () => {
        if (isOver) {
          request.result.close()
        }

        isOver = true
        resolve(request.result)
      }
    })

  return await withAnswerTimeout(ask, { patienceMs: PATIENCE_MS }).finally(() => {
    isOver = true
  })
}

function openError (err: DOMException): unknown {
  return isError(err, VERSION)
    ? new DOMException('the repo was written by a newer version of this code', 'VersionError')
    : storeError(err)
}
