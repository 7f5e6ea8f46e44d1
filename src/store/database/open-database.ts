import { answered } from '../../async/answered.ts'
import { storeError } from './store-error.ts'

/** Brings a database's layout from an older version (0: a new database) to a newer one, inside the upgrade transaction. */
export type Upgrade = (db: IDBDatabase, tx: IDBTransaction, oldVersion: number, newVersion: number) => Promise<void>

/** A large log on a slow and busy disk takes tens of seconds, and whoever holds the database may take some to let go of it. */
const PATIENCE_MS = 60_000

/**
 * Opens a database and brings its layout up to date; when the upgrade fails the database stays as it was. A browser that does not answer is
 * asked again, and given up after a minute; what it does behind that harms nobody: an upgrade that was begun in time goes on to its end, which the next opening waits for.
 *
 * @throws `VersionError` when a newer version of this code wrote it, `QuotaExceededError` when the disk is full, `NoAnswerError` when nothing is known of it
 */
export async function openDatabase (indexedDB: IDBFactory, name: string, version: number, upgrade: Upgrade): Promise<IDBDatabase> {
  /** nobody waits for another connection */
  let isOver = false

  const ask = (): Promise<IDBDatabase> => new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version)
    let failure: unknown

    request.onupgradeneeded = ({ oldVersion }) => {
      const tx = request.transaction!

      if (isOver) {
        tx.abort()
        return
      }

      // the request says no more than that it was aborted
      tx.onabort = () => { failure ??= tx.error }

      upgrade(request.result, tx, oldVersion, version).catch((err: unknown) => {
        failure = err
        tx.abort()
      })
    }
    request.onerror = () => { reject(failure != null ? storeError(failure) : openError(request.error!)) }
    request.onsuccess = () => {
      if (isOver) {
        request.result.close()
      }

      isOver = true
      resolve(request.result)
    }
  })

  return await answered(ask, { patienceMs: PATIENCE_MS }).finally(() => { isOver = true })
}

function openError (err: DOMException): unknown {
  return err.name === 'VersionError'
    ? new DOMException('the repo was written by a newer version of this code', 'VersionError')
    : storeError(err)
}
