import { blockReader } from '../blocks/block-reader.ts'
import type { BlockReader } from '../blocks/block-reader.ts'
import type { Blockstore } from '../store/blockstore.ts'

/** Reads what a store has. @param onRead - told of each block that is read in a lot, as walks read */
export function watchedReads (store: Blockstore, onRead: () => void): BlockReader {
  const local = blockReader(store, undefined)

  return {
    ...local,
    async * getMany (cids, options) {
      for await (const block of local.getMany(cids, options)) {
        onRead()
        yield block
      }
    }
  }
}
