import type { CID } from 'multiformats/cid'
import { ifFound } from '../async/if-found.ts'
import type { Block, StoreOptions } from '../store/blockstore.ts'
import type { BlockSource } from './block-source.ts'

const IDENTITY = 0x00

/** Blocks that are here: in the store, or inside of the CID (identity hash), which no store holds. */
export class LocalBlocks {
  readonly #store: BlockSource

  constructor (store: BlockSource) {
    this.#store = store
  }

  /** @returns undefined when the block is not here */
  async bytes (cid: CID, options: StoreOptions): Promise<Uint8Array | undefined> {
    if (!isStored(cid)) {
      return cid.multihash.digest
    }

    options.signal?.throwIfAborted()
    return await ifFound(() => this.#store.bytes(cid, options))
  }

  async has (cid: CID): Promise<boolean> {
    return !isStored(cid) || await this.#store.has(cid)
  }

  async size (cid: CID, options: StoreOptions): Promise<number | undefined> {
    return isStored(cid) ? await this.#store.size(cid, options) : cid.multihash.digest.byteLength
  }

  /** Blocks in the order of the CIDs, neighbours read together; ends before the first that is not here. */
  async * many (cids: CID[], options: StoreOptions): AsyncGenerator<Block> {
    const stored = this.#store.bytesMany(cids.filter(isStored), options)[Symbol.asyncIterator]()

    try {
      for (const cid of cids) {
        if (!isStored(cid)) {
          yield { cid, bytes: cid.multihash.digest }
          continue
        }

        const next = await ifFound(() => stored.next())

        if (next == null || next.done === true) {
          return
        }

        yield { cid, bytes: next.value.bytes }
      }
    } finally {
      await stored.return?.()
    }
  }

  /** Sizes in the order of the CIDs; ends before the first that is not here. */
  async * sizes (cids: CID[], options: StoreOptions): AsyncGenerator<number> {
    // all at once, for stores that look up in one transaction what is asked for in one task
    const sizes = cids.map(async (cid) => await this.size(cid, options))
    sizes.forEach((size) => { size.catch(() => {}) }) // looked at when its turn comes

    for (const size of sizes) {
      const bytes = await size

      if (bytes == null) {
        return
      }

      yield bytes
    }
  }
}

function isStored (cid: CID): boolean {
  return cid.multihash.code !== IDENTITY
}
