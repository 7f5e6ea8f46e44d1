import { MemoryDatastore } from 'datastore-core'
import { CommitLog } from '../commit-log.ts'
import { Quota } from '../quota/quota.ts'
import { acquireLock } from '../database/web-lock.ts'
import type { Locks } from '../database/web-lock.ts'
import { readCounters } from './schema/counters.ts'
import { Database, result } from '../database/database.ts'
import type { OnLost } from '../database/database-lost-error.ts'
import { openDatabase } from '../database/open-database.ts'
import type { TransactionHook } from '../database/database.ts'
import { hasBlobSupport } from './schema/blob-support.ts'
import { migrate } from './schema/migrations.ts'
import { PackedBlockstore } from './packed-blockstore.ts'
import { DEFAULT_SYNC } from './sync.ts'
import type { Sync } from './sync.ts'
import { BARRIER, JOURNAL, META, SCHEMA_VERSION } from './schema/schema.ts'

export interface OpenPackedBlockstoreOptions {
  /** default: the global one */
  indexedDB?: IDBFactory
  /** default: `navigator.locks`; where that is missing too nothing guards against a second writer */
  locks?: Locks
  /** of the repo's datastore. Without it a prepared session that was not ended counts as one that was not prepared. */
  commitLog?: CommitLog
  /** what is asked for room before each group of writes; default: the browser's estimate */
  quota?: Quota
  /** what waits for the disk; `pinned` when left out */
  sync?: Sync
  /** stops waiting for another worker that has the store open */
  signal?: AbortSignal
  /** gives up what is kept for a full disk, when a removal finds no room. @returns whether there was something */
  makeRoom?: () => Promise<boolean>
  /** default: true. Without it sparse segments wait for a call of `compact`. */
  compactInBackground?: boolean
  /** told when the browser, or somebody, has closed the database: nothing of the store works from then on, and its lock is free */
  onLost?: OnLost
  /** for tests: see TransactionHook */
  onTransaction?: TransactionHook
}

/**
 * Opens a packed blockstore. Waits while another worker has it open, brings an older layout up to date, and ends
 * the write sessions that a kill left open. Makes the store when it is not there.
 *
 * @param name - name of the database
 * @throws `VersionError` when a newer version of this code wrote the repo, the signal's reason when it is aborted
 */
export async function openPackedBlockstore (name: string, options: OpenPackedBlockstoreOptions = {}): Promise<PackedBlockstore> {
  const { signal, locks = globalThis.navigator?.locks, indexedDB = globalThis.indexedDB, compactInBackground = true, sync = DEFAULT_SYNC, quota = new Quota(), commitLog = new CommitLog(new MemoryDatastore()) } = options
  signal?.throwIfAborted()
  const release = locks == null ? () => {} : await acquireLock(locks, `packed-block-store:${name}`, signal)

  try {
    const connection = await openDatabase(indexedDB, name, SCHEMA_VERSION, migrate)
    // by a connection's wrapper of its own, whose transactions are not those of the store
    const probe = new Database(connection)
    const database = new Database(connection, options.onTransaction, (err) => {
      release()
      options.onLost?.(err)
    })

    try {
      const meta = database.read([META])
      const [{ blocks, nextSession, nextSegment }, barrier, blobs, committed, journaled] = await Promise.all([
        readCounters(meta),
        result(meta.objectStore(META).getKey(BARRIER)),
        hasBlobSupport(probe),
        commitLog.names(),
        result(database.read([JOURNAL]).objectStore(JOURNAL).count())
      ])
      const countsOff = barrier === undefined && blocks > 0
      const store = new PackedBlockstore(database, { nextSession, nextSegment, blobs, onClose: release, compactInBackground, sync, quota, commitLog, countsOff, makeRoom: options.makeRoom })
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
