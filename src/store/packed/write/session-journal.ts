import type { Database } from '../../database/database.ts'
import { requestResult, requestResults } from '../../database/database.ts'
import { JOURNAL } from '../schema/schema.ts'
import { unpackKeys } from '../schema/segment-lists.ts'
import { REMOVE_STORES, removeBlocks } from './removal/remove-blocks.ts'
import type { Remover } from './removal/remover.ts'
import { dropUnused } from './staging/stage-segment.ts'

type RowKey = [session: number, row: number | typeof NAME]

/** Replaces the row number; sorts after all rows, so that it is deleted last. */
const NAME = 'name'

/** A session with journal rows. */
export interface JournaledSession {
  id: number
  /** name of a prepared session, by which it is committed */
  name: string | undefined
}

/** The durable undo journal of open sessions: one row for each group of writes, and the name of a prepared session. */
export class SessionJournal {
  readonly #database: Database
  readonly #after: <T>(job: () => Promise<T>) => Promise<T>
  readonly #remover: Remover
  readonly #removed: (multihashes: Uint8Array[]) => void

  /**
   * @param after - runs a write transaction in order with all others
   * @param remover - removes with or without room
   * @param removed - called with blocks that may be gone
   */
  constructor (
    database: Database,
    after: <T>(job: () => Promise<T>) => Promise<T>,
    remover: Remover,
    removed: (multihashes: Uint8Array[]) => void
  ) {
    this.#database = database
    this.#after = after
    this.#remover = remover
    this.#removed = removed
  }

  /** Returns the sessions that have rows. */
  async sessions (): Promise<JournaledSession[]> {
    const journal = this.#database.read([JOURNAL]).objectStore(JOURNAL)
    const ids = [...new Set((await requestResult(journal.getAllKeys()) as RowKey[]).map(([session]) => session))]
    const names = await requestResults<string | undefined>(ids.map((id) => journal.get(nameRow(id))))
    return ids.map((id, i) => ({ id, name: names[i] }))
  }

  /**
   * Rolls a session back: removes its blocks that nothing else holds, one row per transaction, so that a crash only
   * delays it.
   */
  async undo (session: number): Promise<void> {
    const keys = await requestResult(this.#database.read([JOURNAL]).objectStore(JOURNAL).getAllKeys(rowsOf(session)))

    for (const key of keys) {
      this.#removed(await this.#after(() => this.#undoRow(key, session)))
    }
  }

  /** Deletes the journal of a session; durable with the next barrier. */
  async finalize (session: number): Promise<void> {
    await this.#after(() =>
      this.#database.write('settle', [JOURNAL], 'relaxed', async (tx) => {
        tx.objectStore(JOURNAL).delete(rowsOf(session))
      })
    )
  }

  #undoRow (key: IDBValidKey, session: number): Promise<Uint8Array[]> {
    return this.#remover.write('rollback', [...REMOVE_STORES, JOURNAL], 'relaxed', async (tx, options) => {
      const journal = tx.objectStore(JOURNAL)
      const row = await requestResult<Uint8Array | string | number>(journal.get(key))
      const multihashes = row instanceof Uint8Array ? unpackKeys(row) : []

      if (typeof row === 'number') {
        await dropUnused(tx, row)
      }

      await removeBlocks(tx, multihashes, options, session)
      journal.delete(key)
      return multihashes
    })
  }
}

/** Returns the key range of a session's rows. */
export function rowsOf (session: number): IDBKeyRange {
  return IDBKeyRange.bound([session], [session, []])
}

/** Returns the key of the row with the name of a prepared session. */
export function nameRow (session: number): IDBValidKey {
  return [session, NAME]
}
