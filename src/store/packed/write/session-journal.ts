import type { Database } from '../../database/database.ts'
import { result } from '../../database/database.ts'
import { unpackKeys } from '../segments/packed-lists.ts'
import { removeBlocks, REMOVE_STORES } from './remove-blocks.ts'
import type { Remover } from './remover.ts'
import { JOURNAL } from '../schema/schema.ts'

type RowKey = [session: number, row: number]

/** The durable list of what open sessions brought: one row for each group of writes. */
export class SessionJournal {
  readonly #database: Database
  readonly #after: <T>(job: () => Promise<T>) => Promise<T>
  readonly #remover: Remover
  readonly #removed: (multihashes: Uint8Array[]) => void

  /**
   * @param after - runs a write transaction in line with all others
   * @param remover - removes with or without room
   * @param removed - told of blocks that may be gone
   */
  constructor (database: Database, after: <T>(job: () => Promise<T>) => Promise<T>, remover: Remover, removed: (multihashes: Uint8Array[]) => void) {
    this.#database = database
    this.#after = after
    this.#remover = remover
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
    return this.#remover.write('rollback', [...REMOVE_STORES, JOURNAL], 'relaxed', async (tx, options) => {
      const journal = tx.objectStore(JOURNAL)
      const multihashes = unpackKeys(await result<Uint8Array>(journal.get(key)))
      await removeBlocks(tx, multihashes, options, session)
      journal.delete(key)
      return multihashes
    })
  }
}

/** The keys of a session's rows. */
export function rowsOf (session: number): IDBKeyRange {
  return IDBKeyRange.bound([session], [session, []])
}
