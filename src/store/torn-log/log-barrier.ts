import { delay } from '../../async/delay.ts'
import { Database } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'

const NAME = 'swipfs-log'
const KEY = 'barrier'

/**
 * A strict transaction is followed by an append that is not synced: Chromium deletes its undo log a moment behind the `complete`
 * event (`LevelDBScopes`).
 */
const CLEAN_UP_MS = 50

/**
 * Brings a log to the disk, to its last byte. Its connection is open all the time, since its end tells that a write of whomever failed,
 * after which the browser opens the log again with whatever it ends in.
 */
export class LogBarrier {
  readonly #database: Database
  #lost = false
  #last: Promise<void> = Promise.resolve()

  private constructor (db: IDBDatabase) {
    this.#database = new Database(db)
    db.onclose = () => { this.#lost = true }
  }

  static async open (indexedDB: IDBFactory): Promise<LogBarrier> {
    return new LogBarrier(await openDatabase(indexedDB, NAME, 1, async (db) => { db.createObjectStore(NAME) }))
  }

  /** The browser has closed this log once, and what stands in it is not known. */
  get isLost (): boolean {
    return this.#lost
  }

  /**
   * Resolves when all that was written before is on the disk, and nothing of this comes behind it: the one change of which
   * Chromium appends nothing more is a transaction with a single delete of a key that is there. One that nobody waits for any more is
   * over before the next begins.
   */
  async pass (): Promise<void> {
    const pass = async (): Promise<void> => { await this.#pass() }
    await (this.#last = this.#last.then(pass, pass))
  }

  async #pass (): Promise<void> {
    await this.#write('relaxed', (store) => { store.put(1, KEY) })
    await delay(CLEAN_UP_MS)
    await this.#write('strict', (store) => { store.delete(KEY) })
  }

  close (): void {
    this.#database.close()
  }

  async #write (durability: IDBTransactionDurability, change: (store: IDBObjectStore) => void): Promise<void> {
    await this.#database.write('barrier', [NAME], durability, async (tx) => { change(tx.objectStore(NAME)) })
  }
}
