import type { BlockReader } from '../blocks/block-reader.ts'

/** A reader that gets its blocks by another `getMany`, those of lots too: each is a lot then. */
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
