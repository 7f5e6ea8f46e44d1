import { result } from '../database/database.ts'

const THROW_AWAY = 'swipfs-new-log'

/** A concurrent write of the browser swallows about one rotation in a hundred. */
const TIMES = 3

/**
 * Makes Chromium's LevelDB begin a new log: deleting a database ends with a compaction of its range, for which LevelDB first writes
 * what is in its memory, and that is all of the log, into a table (`BackingStore::DeleteDatabase`, `DBImpl::CompactRange`). A log
 * with a torn end is gone then. Takes 20 to 60 ms.
 *
 * What is deleted first was left by the call before, so that next to nothing is appended to a torn log while it is there still: a kill in
 * between would make it one with a bad record in its middle.
 *
 * @param indexedDB - of the bucket whose log is meant
 */
export async function rotateLog (indexedDB: IDBFactory): Promise<void> {
  for (let i = 0; i < TIMES; i++) {
    await result(indexedDB.deleteDatabase(THROW_AWAY))
    const db = await result(indexedDB.open(THROW_AWAY, 1))
    db.close()
  }
}
