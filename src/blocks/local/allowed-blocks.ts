import type { CID } from 'multiformats/cid'
import type { ContentPolicy } from '../../denylist/content-policy.ts'
import { notInStore } from '../../store/blockstore/base-blockstore.ts'
import type { Blockstore } from '../../store/blockstore/blockstore.ts'
import { NotifyingBlockstore } from './notifying-blockstore.ts'

/** Wraps a store for peers: blocks that a denylist blocks count as missing. */
export class AllowedBlocks extends NotifyingBlockstore {
  /** none: batches and extents would bypass the check */
  override readonly capabilities = {}

  constructor (store: Blockstore, policy: ContentPolicy) {
    super(store, () => {})
    const { bytes, bytesMany, size } = this

    const allowed = (cid: CID): CID => {
      if (policy.blocks(cid)) {
        throw notInStore(cid)
      }

      return cid
    }

    this.bytes = async (cid, options) => await bytes(allowed(cid), options)
    this.bytesMany = (cids, options) => bytesMany(mapEach(cids, allowed), options)
    this.size = async (cid, options) => policy.blocks(cid) ? undefined : await size(cid, options)
    this.has = async (cid, options) => !policy.blocks(cid) && await store.has(cid, options)
  }
}

async function* mapEach<T> (items: Iterable<T> | AsyncIterable<T>, change: (item: T) => T): AsyncGenerator<T> {
  for await (const item of items) {
    yield change(item)
  }
}
