import type { CID } from 'multiformats/cid'
import { NotifyingBlockstore } from '../../blocks/local/notifying-blockstore.ts'
import type { Block, Blockstore, StoreOptions, WriteBounds, WriteSession } from '../../store/blockstore/blockstore.ts'

/** Wraps a store and reports changes of its content: added, removed and rolled-back blocks. */
export class WatchedBlockstore extends NotifyingBlockstore {
  readonly #changed: () => void

  /**
   * Creates the wrapper.
   *
   * @param arrived - called with every block that is stored
   */
  constructor (store: Blockstore, changed: () => void, arrived: (blocks: readonly Block[]) => void = () => {}) {
    super(store, (blocks) => {
      changed()
      arrived(blocks)
    })
    this.#changed = changed
  }

  override session (bounds?: WriteBounds): WriteSession {
    const session = super.session(bounds)

    return {
      ...session,
      rollback: async () => {
        await session.rollback()
        this.#changed()
      }
    }
  }

  override async delete (cid: CID, options?: StoreOptions): Promise<void> {
    await super.delete(cid, options)
    this.#changed()
  }

  override async remove (cids: Iterable<CID> | AsyncIterable<CID>, options?: StoreOptions): Promise<void> {
    await super.remove(cids, options)
    this.#changed()
  }
}
