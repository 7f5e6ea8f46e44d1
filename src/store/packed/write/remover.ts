import type { Database } from '../../database/database.ts'
import { ifFull } from '../../quota/if-full.ts'
import { removeBlocks, REMOVE_STORES } from './remove-blocks.ts'
import type { RemoveOptions } from './remove-blocks.ts'

export interface RemoverHost {
  /** gives up what is kept for a full disk. @returns whether there was something */
  makeRoom?: () => Promise<boolean>
  /** the counters and the usage of segments are not what they should be: called before and after they come to be so */
  countsOff: () => void
}

/**
 * Removes blocks, with room or without: what a removal has to put (counters, dead bytes of segments) a full disk refuses, and
 * with it the deletes of the same transaction, while a transaction of deletes alone passes (Chromium). So that is what is done
 * then, and the counts are put right later (`CountRepair`).
 */
export class Remover {
  readonly #database: Database
  readonly #host: RemoverHost

  constructor (database: Database, host: RemoverHost) {
    this.#database = database
    this.#host = host
  }

  /**
   * Removes blocks in one transaction. The first one is created before this returns.
   *
   * @param durability - of the usual transaction; one without room is strict, since there may be no room for a barrier either
   * @throws QuotaExceededError when a session has blocks in common with another and there is no room to say so; nothing is removed then
   */
  async remove (multihashes: Uint8Array[], durability: IDBTransactionDurability): Promise<void> {
    await this.write('delete', REMOVE_STORES, durability, async (tx, options) => { await removeBlocks(tx, multihashes, options) })
  }

  /** As `remove`, with more to do in the same transaction. */
  async write<T> (label: string, stores: readonly string[], durability: IDBTransactionDurability, body: (tx: IDBTransaction, options: RemoveOptions) => Promise<T>): Promise<T> {
    try {
      return await this.#database.write(label, stores, durability, async (tx) => await body(tx, { room: true }))
    } catch (err) {
      ifFull(err)
    }

    if (await this.#host.makeRoom?.() === true) {
      try {
        return await this.#database.write(label, stores, durability, async (tx) => await body(tx, { room: true }))
      } catch (err) {
        ifFull(err)
      }
    }

    this.#host.countsOff()

    try {
      return await this.#database.write(label, stores, 'strict', async (tx) => await body(tx, { room: false }))
    } finally {
      this.#host.countsOff()
    }
  }
}
