import { delay } from '../../async/timers/delay.ts'
import { Database } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'

const NAME = 'swipfs-log'
const KEY = 'barrier'

/**
 * The delay after which Chromium has deleted its undo log (`LevelDBScopes`). It does so shortly after the `complete`
 * event of a strict transaction, with an append that is not synced.
 */
const CLEAN_UP_MS = 50

/**
 * Syncs a LevelDB log up to its last byte. Its connection stays open: if any write to the log fails, the browser closes
 * the connection, and reopens the log, including a torn end.
 */
export class LogBarrier {
  readonly #database: Database
  #lost = false
  #last: Promise<void> = Promise.resolve()

  private constructor (db: IDBDatabase) {
    this.#database = new Database(db)
    db.onclose = () => {
      this.#lost = true
    }
  }

  static async open (indexedDB: IDBFactory): Promise<LogBarrier> {
    return new LogBarrier(
      await openDatabase(indexedDB, NAME, 1, async (db) => {
        db.createObjectStore(NAME)
      })
    )
  }

  /** Whether the browser has closed this log once. Its content is unknown then. */
  get isLost (): boolean {
    return this.#lost
  }

  /**
   * Resolves when all earlier writes are on disk, and the barrier itself appends nothing later. Chromium appends
   * nothing after a transaction with a single delete of an existing key. Passes run one at a time, even if their
   * callers gave up.
   */
  async pass (): Promise<void> {
    const pass = async (): Promise<void> => {
      await this.#pass()
    }
    await (this.#last = this.#last.then(pass, pass))
  }

  async #pass (): Promise<void> {
    await this.#write('relaxed', (store) => {
      store.put(1, KEY)
    })
    await delay(CLEAN_UP_MS)
    await this.#write('strict', (store) => {
      store.delete(KEY)
    })
  }

  close (): void {
    this.#database.close()
  }

  async #write (durability: IDBTransactionDurability, change: (store: IDBObjectStore) => void): Promise<void> {
    await this.#database.write('barrier', [NAME], durability, async (tx) => {
      change(tx.objectStore(NAME))
    })
  }
}
