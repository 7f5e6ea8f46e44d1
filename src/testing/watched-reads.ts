import { blockReader } from '../blocks/block-reader.ts'
import type { BlockReader } from '../blocks/block-reader.ts'
import type { Blockstore } from '../store/blockstore.ts'
import { byMany } from './by-many.ts'

/** Reads what a store has. @param onRead - told of each block that is read in a lot, as walks read */
export function watchedReads (store: Blockstore, onRead: () => void): BlockReader {
  const local = blockReader(store, undefined)

  return byMany(local, async function * (cids, options) {
    for await (const block of local.getMany(cids, options)) {
      onRead()
      yield block
    }
  })
}
