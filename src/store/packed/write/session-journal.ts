import type { Database } from '../../database/database.ts'
import { result } from '../../database/database.ts'
import { unpackKeys } from '../segments/packed-lists.ts'
import { removeBlocks, REMOVE_STORES } from './remove-blocks.ts'
import { JOURNAL } from '../schema/schema.ts'

type RowKey = [session: number, row: number]

/** The durable list of what open sessions brought: one row for each group of writes. */
export class SessionJournal {
  readonly #database: Database
  readonly #after: <T>(job: () => Promise<T>) => Promise<T>
  readonly #removed: (multihashes: Uint8Array[]) => void

  /**
   * @param after - runs a write transaction in line with all others
   * @param removed - told of blocks that may be gone
   */
  constructor (database: Database, after: <T>(job: () => Promise<T>) => Promise<T>, removed: (multihashes: Uint8Array[]) => void) {
    this.#database = database
    this.#after = after
    this.#removed = removed
  }

  /** The sessions that have rows. */
  async sessions (): Promise<number[]> {
    const rows = await result(this.#database.read([JOURNAL]).objectStore(JOURNAL).getAllKeys()) as RowKey[]
    return [...new Set(rows.map(([session]) => session))]
  }

  /** Removes what a session brought and nobody else has, a row in each transaction, so that a kill only delays it. */
  async undo (session: number): Promise<void> {
    const keys = await result(this.#database.read([JOURNAL]).objectStore(JOURNAL).getAllKeys(rowsOf(session)))

    for (const key of keys) {
      this.#removed(await this.#after(() => this.#undoRow(key, session)))
    }
  }

  #undoRow (key: IDBValidKey, session: number): Promise<Uint8Array[]> {
    return this.#database.write('rollback', [...REMOVE_STORES, JOURNAL], 'relaxed', async (tx) => {
      const journal = tx.objectStore(JOURNAL)
      const multihashes = unpackKeys(await result<Uint8Array>(journal.get(key)))
      await removeBlocks(tx, multihashes, session)
      journal.delete(key)
      return multihashes
    })
  }
}

/** The keys of a session's rows. */
export function rowsOf (session: number): IDBKeyRange {
  return IDBKeyRange.bound([session], [session, []])
}
