import type { Database } from '../../database/database.ts'
import { writeCounters } from '../schema/counters.ts'
import { BLOCKS, CONTENTS, META, PAGES, SEGMENTS, USAGE } from '../schema/schema.ts'
import type { Counters } from '../schema/schema.ts'

/** How many groups go the usual way behind one whose blocks were not all new: they are likely to be no better. */
const REST = 32

/** What is written at once. */
export interface AtOnce {
  durability: IDBTransactionDurability
  /** whether part of it makes a segment */
  packed: boolean
  /** Makes the requests, blocks by `add`. @param counters - to be changed */
  put: (tx: IDBTransaction, counters: Counters) => void
}

/**
 * Writes groups of blocks that are new as a rule with one way to the database and back, where the usual one takes two (to look what is there, and
 * what the counters are): of a `block/put` of 4 KiB in Chromium a tenth of its time. The counters are those that the last transaction has written, as
 * long as no other one was begun since. A block that is there already ends the whole transaction, and the group goes the usual way.
 */
export class WriterAtOnce {
  readonly #database: Database
  #counters?: Counters
  /** the transaction that has written them */
  #by = -1
  #rest = 0

  constructor (database: Database) {
    this.#database = database
  }

  /** What a transaction has written that is kept. @param by - which one it was of those that were begun */
  written (by: number, counters: Counters): void {
    this.#by = by
    this.#counters = counters
  }

  /** @returns whether it is written; where it is not, nothing of it is. False at once where it is not tried: who goes the usual way then has to begin before anything is waited for. */
  write ({ durability, packed, put }: AtOnce): Promise<boolean> | false {
    if (this.#counters == null || this.#by !== this.#database.begun) {
      return false
    }

    if (this.#rest > 0) {
      this.#rest--
      return false
    }

    return this.#write({ ...this.#counters }, { durability, packed, put })
  }

  async #write (counters: Counters, { durability, packed, put }: AtOnce): Promise<boolean> {
    const writing = this.#database.write('put', [BLOCKS, META, ...packed ? [SEGMENTS, PAGES, CONTENTS, USAGE] : []], durability, async (tx) => {
      put(tx, counters)
      writeCounters(tx, counters)
    })
    const by = this.#database.begun

    try {
      await writing
    } catch (err) {
      if ((err as Error).name !== 'ConstraintError') {
        throw err
      }

      this.#rest = REST
      return false
    }

    this.written(by, counters)
    return true
  }
}
