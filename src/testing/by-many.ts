import type { BlockReader } from '../blocks/block-reader.ts'

/** Returns a reader that uses another `getMany`. Batches of its other reads go through it too, one batch each. */
export function byMany<R extends BlockReader> (reader: R, getMany: BlockReader['getMany']): R {
  return {
    ...reader,
    getMany,
    async * getLots (cids, options) {
      for await (const block of getMany(cids, options)) {
        yield [block]
      }
    }
  }
}
