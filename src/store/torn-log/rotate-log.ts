import { delay } from '../../async/timers/delay.ts'
import { requestResult } from '../database/database.ts'

const THROW_AWAY = 'swipfs-new-log'

/**
 * The delays after each attempt if the log is probably intact. Compaction runs in another thread after the deletion was
 * reported, and concurrent writes may swallow the rotation.
 */
const QUICK_MS = [0, 0, 0]

/**
 * The delays after each attempt if the log is probably torn. Without pauses, a busy machine swallows one attempt in
 * seven, and sometimes two in a row.
 */
const SURE_MS = [10, 40, 120, 120]

export interface RotateOptions {
  /** The log is probably torn: takes about 0.3 seconds instead of 20 to 60 ms. */
  surely?: boolean
  wait?: (ms: number) => Promise<void>
}

/**
 * Makes Chromium's LevelDB begin a new log, so that a torn end is gone. Deleting a database ends with a compaction of
 * its range. Before that, LevelDB writes its memtable, which has the contents of the whole log, into a table
 * (`BackingStore::DeleteDatabase`, `DBImpl::CompactRange`).
 *
 * LevelDB triggers this with an empty write, which may be merged into a preceding write (`DBImpl::BuildBatchGroup`).
 * The result is not observable, so it is done several times.
 *
 * The first deleted database was left by the previous call. Therefore almost nothing is appended to a torn log before
 * it is replaced: a crash in between would leave a bad record in its middle.
 *
 * @param indexedDB - the factory of the bucket with the log
 */
export async function rotateLog (
  indexedDB: IDBFactory,
  { surely = false, wait = delay }: RotateOptions = {}
): Promise<void> {
  for (const ms of surely ? SURE_MS : QUICK_MS) {
    await requestResult(indexedDB.deleteDatabase(THROW_AWAY))

    if (ms > 0) {
      await wait(ms)
    }

    const db = await requestResult(indexedDB.open(THROW_AWAY, 1))
    db.close()
  }
}
