import { CONSTRAINT, isError } from '../../../errors/define-error.ts'
import type { Database } from '../../database/database.ts'
import { writeCounters } from '../schema/counters.ts'
import { BLOCKS, CONTENTS, META, PAGES, SEGMENTS, USAGE } from '../schema/schema.ts'
import type { Counters } from '../schema/schema.ts'

/**
 * Groups that take the usual way after one that contained an existing block: the next ones are likely to contain some
 * too.
 */
const REST = 32

/** A write without a previous read. */
export interface OptimisticWrite {
  durability: IDBTransactionDurability
  /** whether a part of it makes a segment */
  packed: boolean
  /**
   * Makes the requests, with `add` for blocks.
   *
   * @param counters - to be updated
   */
  put: (tx: IDBTransaction, counters: Counters) => void
}

/**
 * Optimistic writer: writes groups of blocks that are probably new in one round trip to the database. The usual way
 * needs two, to find existing blocks and to read the counters; for a `block/put` of 4 KiB in Chromium that is a tenth
 * of the time. The counters of the last transaction are reused if no other one was begun since. An existing block
 * aborts the whole transaction, and the group takes the usual way.
 */
export class OptimisticWriter {
  readonly #database: Database
  #counters?: Counters
  /** number of the transaction that wrote the counters */
  #by = -1
  #rest = 0

  constructor (database: Database) {
    this.#database = database
  }

  /**
   * Remembers the counters that a transaction has written.
   *
   * @param by - number of that transaction among all that were begun
   */
  written (by: number, counters: Counters): void {
    this.#by = by
    this.#counters = counters
  }

  /**
   * @returns whether it was written; if not, nothing of it was. Returns false synchronously if it was not tried: the
   *   caller must then begin the usual way before it awaits anything
   */
  write ({ durability, packed, put }: OptimisticWrite): Promise<boolean> | false {
    if (this.#counters == null || this.#by !== this.#database.begun) {
      return false
    }

    if (this.#rest > 0) {
      this.#rest--
      return false
    }

    return this.#write({ ...this.#counters }, { durability, packed, put })
  }

  async #write (counters: Counters, { durability, packed, put }: OptimisticWrite): Promise<boolean> {
    const writing = this.#database.write(
      'put',
      [BLOCKS, META, ...packed ? [SEGMENTS, PAGES, CONTENTS, USAGE] : []],
      durability,
      async (tx) => {
        put(tx, counters)
        writeCounters(tx, counters)
      }
    )
    const by = this.#database.begun

    try {
      await writing
    } catch (err) {
      if (!isError(err, CONSTRAINT)) {
        throw err
      }

      this.#rest = REST
      return false
    }

    this.written(by, counters)
    return true
  }
}
