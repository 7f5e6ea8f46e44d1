import { blockReader } from '../../blocks/reader/block-reader.ts'
import type { BlockReader } from '../../blocks/reader/block-reader.ts'
import type { Blockstore } from '../../store/blockstore/blockstore.ts'
import { byMany } from '../dag/by-many.ts'

/**
 * Returns a reader of a store.
 *
 * @param onRead - called for each block that is read in a batch, as walks do
 */
export function watchedReads (store: Blockstore, onRead: () => void): BlockReader {
  const local = blockReader(store, undefined)

  return byMany(local, async function* (cids, options) {
    for await (const block of local.getMany(cids, options)) {
      onRead()
      yield block
    }
  })
}
