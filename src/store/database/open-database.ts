import { storeError } from './store-error.ts'

/** Brings a database's layout from an older version (0: a new database) to a newer one, inside the upgrade transaction. */
export type Upgrade = (db: IDBDatabase, tx: IDBTransaction, oldVersion: number, newVersion: number) => Promise<void>

/**
 * Opens a database and brings its layout up to date; when the upgrade fails the database stays as it was.
 *
 * @throws `VersionError` when a newer version of this code wrote it, `QuotaExceededError` when the disk is full
 */
export function openDatabase (indexedDB: IDBFactory, name: string, version: number, upgrade: Upgrade): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version)
    let failure: unknown

    request.onupgradeneeded = ({ oldVersion }) => {
      const tx = request.transaction!
      // the request says no more than that it was aborted
      tx.onabort = () => { failure ??= tx.error }

      upgrade(request.result, tx, oldVersion, version).catch((err: unknown) => {
        failure = err
        tx.abort()
      })
    }
    request.onerror = () => { reject(failure != null ? storeError(failure) : openError(request.error!)) }
    request.onsuccess = () => {
      resolve(request.result)
    }
  })
}

function openError (err: DOMException): unknown {
  return err.name === 'VersionError'
    ? new DOMException('the repo was written by a newer version of this code', 'VersionError')
    : storeError(err)
}
