import type { Database } from '../../../database/database.ts'
import { ifFull } from '../../../quota/if-full.ts'
import { REMOVE_STORES, removeBlocks } from './remove-blocks.ts'
import type { RemoveOptions } from './remove-blocks.ts'

export interface RemoverHost {
  /**
   * Releases the ballast.
   *
   * @returns whether anything was released
   */
  makeRoom?: () => Promise<boolean>
  /** called before and after the counters and segment usage become wrong */
  countsOff: () => void
}

/**
 * Removes blocks, with or without room. A full disk refuses the puts of a removal (counters, dead bytes) and with them
 * the deletes of the same transaction, while a transaction of deletes alone passes (Chromium). So deletes alone are
 * tried then, and the counters are corrected later (`CountRepair`).
 */
export class Remover {
  readonly #database: Database
  readonly #host: RemoverHost

  constructor (database: Database, host: RemoverHost) {
    this.#database = database
    this.#host = host
  }

  /**
   * Removes blocks in one transaction. The first transaction is created before this returns.
   *
   * @param durability - of the usual transaction; one without room is strict, since there may be no room for a barrier
   *   either
   * @throws QuotaExceededError if a session shares blocks with another and there is no room to record that; nothing is
   *   removed then
   */
  async remove (multihashes: Uint8Array[], durability: IDBTransactionDurability): Promise<void> {
    await this.write('delete', REMOVE_STORES, durability, async (tx, options) => {
      await removeBlocks(tx, multihashes, options)
    })
  }

  /** Same as `remove`, with more work in the same transaction. */
  async write<T> (
    label: string,
    stores: readonly string[],
    durability: IDBTransactionDurability,
    body: (tx: IDBTransaction, options: RemoveOptions) => Promise<T>
  ): Promise<T> {
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
