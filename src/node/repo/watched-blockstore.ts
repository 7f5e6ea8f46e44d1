import type { CID } from 'multiformats/cid'
import { NotifyingBlockstore } from '../../blocks/local/notifying-blockstore.ts'
import type { ContentPolicy } from '../../denylist/content-policy.ts'
import type { Block, Blockstore, StoreOptions, WriteBounds, WriteSession } from '../../store/blockstore/blockstore.ts'
import type { BlockstoreCapabilities } from '../../store/blockstore/capabilities.ts'

/** Parts of a node that follow its store. */
export interface WatchedBlockstoreInit {
  /** called after blocks were added, removed or rolled back */
  changed: () => void
  /** called with every block that is stored; default: nothing */
  arrived?: ((blocks: readonly Block[]) => void) | undefined
  /** decides which blocks readers get; default: all */
  policy?: ContentPolicy
}

/** Wraps a store and reports changes of its content: added, removed and rolled-back blocks. */
export class WatchedBlockstore extends NotifyingBlockstore {
  readonly #changed: () => void
  override readonly capabilities: Partial<BlockstoreCapabilities>

  constructor (store: Blockstore, { changed, arrived, policy }: WatchedBlockstoreInit) {
    super(store, (blocks) => {
      changed()
      arrived?.(blocks)
    })
    this.#changed = changed
    this.capabilities = { ...store.capabilities, ...policy == null ? {} : { policy } }
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
