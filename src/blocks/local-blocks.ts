import type { CID } from 'multiformats/cid'
import { ifFound } from '../async/if-found.ts'
import type { Block, LotOptions, StoreOptions } from '../store/blockstore.ts'
import type { BlockSource } from './block-source.ts'
import { localLots } from './local-lots.ts'
import { withKnown } from './with-known.ts'

const IDENTITY = 0x00

/** Blocks that are here: in the store, or inside of the CID (identity hash), which no store holds. */
export class LocalBlocks {
  readonly #store: BlockSource

  constructor (store: BlockSource) {
    this.#store = store
  }

  /** @returns undefined when the block is not here */
  async bytes (cid: CID, options: StoreOptions): Promise<Uint8Array | undefined> {
    const bytes = inside(cid)

    if (bytes != null) {
      return bytes
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

  /** Blocks in the order of the CIDs, in lots of what is read together; ends before the first that is not here. */
  async * lots (cids: CID[], options: Omit<LotOptions, 'maxBlockBytes'>): AsyncGenerator<Block[]> {
    yield * withKnown(cids, inside, (cids) => untilMissing(localLots(this.#store, cids, options)))
  }

  /** Those that are here, and not larger than that, in the order of the CIDs. */
  async * small (cids: CID[], { signal, maxBlockBytes }: LotOptions): AsyncGenerator<Block[]> {
    yield * localLots(this.#store, cids.filter(isStored), { signal, maxBlockBytes })
  }

  /** Sizes in the order of the CIDs; ends before the first that is not here. */
  async * sizes (cids: CID[], options: StoreOptions): AsyncGenerator<number[]> {
    // all at once, for stores that look up in one transaction what is asked for in one task
    const sizes = await Promise.allSettled(cids.map(async (cid) => await this.size(cid, options)))
    const lot: number[] = []

    for (const size of sizes) {
      if (size.status === 'rejected') {
        yield lot
        throw size.reason
      }

      if (size.value == null) {
        break
      }

      lot.push(size.value)
    }

    yield lot
  }
}

/** The bytes of a block that lies in its CID. */
function inside (cid: CID): Uint8Array | undefined {
  return isStored(cid) ? undefined : cid.multihash.digest
}

async function * untilMissing (lots: AsyncIterable<Block[]>): AsyncGenerator<Block[]> {
  try {
    yield * lots
  } catch (err) {
    if ((err as Error).name !== 'NotFoundError') {
      throw err
    }
  }
}

function isStored (cid: CID): boolean {
  return cid.multihash.code !== IDENTITY
}
