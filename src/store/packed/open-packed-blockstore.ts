import { MemoryDatastore } from 'datastore-core/memory'
import { CommitLog } from '../blockstore/commit-log.ts'
import type { OnLost } from '../database/database-lost-error.ts'
import { Database, requestResult } from '../database/database.ts'
import type { TransactionHook } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { acquireLock } from '../database/web-lock.ts'
import type { Locks } from '../database/web-lock.ts'
import { Quota } from '../quota/quota.ts'
import { PackedBlockstore } from './packed-blockstore.ts'
import { hasBlobSupport } from './schema/blob-support.ts'
import { readCounters } from './schema/counters.ts'
import { migrateStore } from './schema/migrations.ts'
import { BARRIER, JOURNAL, META, SCHEMA_VERSION } from './schema/schema.ts'
import { DEFAULT_SYNC } from './schema/sync.ts'
import type { Sync } from './schema/sync.ts'

export interface OpenPackedBlockstoreOptions {
  /** default: the global one */
  indexedDB?: IDBFactory
  /** default: `navigator.locks`; without either, nothing prevents a second writer */
  locks?: Locks
  /** commit log of the repo's datastore. Without it a prepared session that was not ended counts as not prepared. */
  commitLog?: CommitLog
  /** checked for room before each group of writes; default: the browser's estimate */
  quota?: Quota
  /** which writes wait for the disk; default `pinned` */
  sync?: Sync
  /** aborts waiting for another worker that has the store open */
  signal?: AbortSignal
  /**
   * Releases the ballast when a removal finds no room.
   *
   * @returns whether anything was released
   */
  makeRoom?: () => Promise<boolean>
  /** default: true. Otherwise sparse segments wait for a call of `compact`. */
  compactInBackground?: boolean
  /** called when the browser has closed the database: the store no longer works, and its lock is free */
  onLost?: OnLost
  /** for tests: see TransactionHook */
  onTransaction?: TransactionHook
}

/**
 * Opens a packed blockstore, and creates it if it does not exist. Waits while another worker has it open, migrates an
 * older layout, and ends the write sessions that a crash left open.
 *
 * @param name - name of the database
 * @throws `VersionError` if a newer version of this code wrote the repo; the signal's reason if it aborts
 */
export async function openPackedBlockstore (
  name: string,
  options: OpenPackedBlockstoreOptions = {}
): Promise<PackedBlockstore> {
  const {
    signal,
    locks = globalThis.navigator?.locks,
    indexedDB = globalThis.indexedDB,
    compactInBackground = true,
    sync = DEFAULT_SYNC,
    quota = new Quota(),
    commitLog = new CommitLog(new MemoryDatastore())
  } = options
  signal?.throwIfAborted()
  const release = locks == null ? () => {} : await acquireLock(locks, `packed-block-store:${name}`, signal)

  try {
    const connection = await openDatabase(indexedDB, name, SCHEMA_VERSION, migrateStore)
    // The probe uses a separate wrapper, because its transactions do not belong to the store.
    const probe = new Database(connection)
    const database = new Database(connection, options.onTransaction, (err) => {
      release()
      options.onLost?.(err)
    })

    try {
      const meta = database.read([META])
      const [{ blocks, nextSession, nextSegment }, barrier, blobs, committed, journaled] = await Promise.all([
        readCounters(meta),
        requestResult(meta.objectStore(META).getKey(BARRIER)),
        hasBlobSupport(probe),
        commitLog.names(),
        requestResult(database.read([JOURNAL]).objectStore(JOURNAL).count())
      ])
      const countsOff = barrier === undefined && blocks > 0
      const store = new PackedBlockstore(database, {
        nextSession,
        nextSegment,
        blobs,
        onClose: release,
        compactInBackground,
        sync,
        quota,
        commitLog,
        countsOff,
        makeRoom: options.makeRoom
      })
      await store.recover({ committed, isJournalEmpty: journaled === 0 })
      return store
    } catch (err) {
      database.close()
      throw err
    }
  } catch (err) {
    release()
    throw err
  }
}
