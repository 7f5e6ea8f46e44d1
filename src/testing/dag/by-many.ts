import type { BlockReader } from '../../blocks/reader/block-reader.ts'

/** Returns a reader with another `getMany`, which its `getBatches` uses too: each lot is one block then. */
export function byMany<R extends BlockReader> (reader: R, getMany: BlockReader['getMany']): R {
  return {
    ...reader,
    getMany,
    async *getBatches (cids, options) {
      for await (const block of getMany(cids, options)) {
        yield [block]
      }
    }
  }
}
