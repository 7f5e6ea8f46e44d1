import { delay } from '../../async/delay.ts'
import { result } from '../database/database.ts'

const THROW_AWAY = 'swipfs-new-log'

/** Another thread compacts when the deletion was told already, and what is written meanwhile may swallow the rotation. */
const QUICK_MS = [0, 0, 0]

/** So long nothing is written behind each: on a busy machine, with nothing in between, one in seven was swallowed, and two in a row now and then. */
const SURE_MS = [10, 40, 120, 120]

export interface RotateOptions {
  /** The log is likely to be torn: it takes a third of a second, and not 20 to 60 ms. */
  surely?: boolean
  wait?: (ms: number) => Promise<void>
}

/**
 * Makes Chromium's LevelDB begin a new log: deleting a database ends with a compaction of its range, for which LevelDB first writes
 * what is in its memory, and that is all of the log, into a table (`BackingStore::DeleteDatabase`, `DBImpl::CompactRange`). A log
 * with a torn end is gone then. It asks for that by an empty write, which is no more than a part of a write that it stands behind (`DBImpl::BuildBatchGroup`), and nothing tells
 * whether it was so: it is done several times.
 *
 * What is deleted first was left by the call before, so that next to nothing is appended to a torn log while it is there still: a kill in
 * between would make it one with a bad record in its middle.
 *
 * @param indexedDB - of the bucket whose log is meant
 */
export async function rotateLog (indexedDB: IDBFactory, { surely = false, wait = delay }: RotateOptions = {}): Promise<void> {
  for (const ms of surely ? SURE_MS : QUICK_MS) {
    await result(indexedDB.deleteDatabase(THROW_AWAY))

    if (ms > 0) {
      await wait(ms)
    }

    const db = await result(indexedDB.open(THROW_AWAY, 1))
    db.close()
  }
}
