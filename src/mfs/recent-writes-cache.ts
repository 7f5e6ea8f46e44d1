import type { CID } from 'multiformats/cid'
import { RecentMap } from '../bytes/recent-map.ts'
import { multihashKey } from '../cid/hash/multihash-key.ts'
import type { NodeStore } from '../unixfs/change/node-store.ts'

/** The size of the cache: enough for the inner nodes above the last write, and some chunks. */
const MAX_BYTES = 2 * 1024 * 1024

/**
 * An LRU cache of blocks that were written into files recently. Writing a file piece by piece needs them again for each
 * piece.
 *
 * A cached block may be deleted meanwhile, if the tree no longer refers to it or it was removed explicitly. That is
 * harmless: a write derives new, complete blocks from it.
 */
export class RecentWritesCache {
  readonly #blocks = new RecentMap<string, { bytes: Uint8Array; length: number }>({
    max: MAX_BYTES,
    sizeOf: ({ bytes }) => bytes.buffer.byteLength
  })

  /** Returns a store that reads from the cache first, and adds its puts to the cache. */
  over ({ blocks, put, signal }: NodeStore): NodeStore {
    return {
      signal,

      put: async (cid, bytes) => {
        await put(cid, bytes)
        this.#blocks.set(multihashKeyOf(cid), { bytes, length: bytes.byteLength })
      },

      blocks: {
        ...blocks,

        get: async (cid, options) => {
          options.signal.throwIfAborted()
          const { bytes, length } = this.#blocks.get(multihashKeyOf(cid)) ?? {}
          // Not if its buffer was transferred.
          return bytes != null && bytes.byteLength === length ? bytes : await blocks.get(cid, options)
        }
      }
    }
  }
}

function multihashKeyOf ({ multihash }: CID): string {
  return multihashKey(multihash.bytes)
}
