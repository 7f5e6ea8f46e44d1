import type { CID } from 'multiformats/cid'
import { RecentMap } from '../bytes/recent-map.ts'
import { multihashKey } from '../cid/multihash-key.ts'
import type { NodeStore } from '../unixfs/change/node-store.ts'

/** The nodes above what was written last, and some chunks. */
const MAX_BYTES = 2 * 1024 * 1024

/**
 * Blocks that writes into files have made last, in memory: who writes a file piece by piece asks for them again with each. A block that is gone since
 * is one that the tree no longer leads to, or that somebody removed from under it: a write makes others of it, which are whole.
 */
export class LatelyWritten {
  readonly #blocks = new RecentMap<string, { bytes: Uint8Array, length: number }>({ max: MAX_BYTES, sizeOf: ({ bytes }) => bytes.buffer.byteLength })

  /** The same store, whose blocks are looked for here first, and are here when they have been put. */
  over ({ blocks, put, signal }: NodeStore): NodeStore {
    return {
      signal,

      put: async (cid, bytes) => {
        await put(cid, bytes)
        this.#blocks.set(keyOf(cid), { bytes, length: bytes.byteLength })
      },

      blocks: {
        ...blocks,

        get: async (cid, options) => {
          options.signal.throwIfAborted()
          const { bytes, length } = this.#blocks.get(keyOf(cid)) ?? {}
          // not where somebody has transferred its buffer
          return bytes != null && bytes.byteLength === length ? bytes : await blocks.get(cid, options)
        }
      }
    }
  }
}

function keyOf ({ multihash }: CID): string {
  return multihashKey(multihash.bytes)
}
