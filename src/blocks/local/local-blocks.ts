import type { CID } from 'multiformats/cid'
import { ifFound } from '../../async/promises/if-found.ts'
import { HASH } from '../../cid/codes/multiformat-codes.ts'
import { isError, NOT_FOUND } from '../../errors/define-error.ts'
import type { Block, StoreOptions } from '../../store/blockstore/blockstore.ts'
import type { BatchOptions } from '../../store/blockstore/capabilities.ts'
import type { BlockSource } from './block-source.ts'
import { localBatches } from './local-batches.ts'
import { mergeKnownBlocks } from './merge-known-blocks.ts'

/** Reads local blocks: from the store, or from CIDs with an identity hash, which are not stored. */
export class LocalBlocks {
  readonly #store: BlockSource

  constructor (store: BlockSource) {
    this.#store = store
  }

  /**
   * Reads a block.
   *
   * @returns undefined if it is not local
   */
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

  /**
   * Yields blocks in the order of the CIDs, in batches that are read together. Ends before the first that is missing.
   */
  async *batches (cids: CID[], options: Omit<BatchOptions, 'maxBlockBytes'>): AsyncGenerator<Block[]> {
    yield* mergeKnownBlocks(cids, inside, (cids) => untilMissing(localBatches(this.#store, cids, options)))
  }

  /** Yields the existing blocks up to a maximum size, in the order of the CIDs. */
  async *small (cids: CID[], { signal, maxBlockBytes }: BatchOptions): AsyncGenerator<Block[]> {
    yield* localBatches(this.#store, cids.filter(isStored), { signal, maxBlockBytes })
  }

  /** Yields sizes in the order of the CIDs. Ends before the first block that is missing. */
  async *sizes (cids: CID[], options: StoreOptions): AsyncGenerator<number[]> {
    // Concurrently, for stores that look up all requests of one task in one transaction.
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

/** Returns the bytes of a block with an identity hash. */
function inside (cid: CID): Uint8Array | undefined {
  return isStored(cid) ? undefined : cid.multihash.digest
}

async function* untilMissing (lots: AsyncIterable<Block[]>): AsyncGenerator<Block[]> {
  try {
    yield* lots
  } catch (err) {
    if (!isError(err, NOT_FOUND)) {
      throw err
    }
  }
}

function isStored (cid: CID): boolean {
  return cid.multihash.code !== HASH.identity
}
