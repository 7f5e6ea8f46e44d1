import type { CID } from 'multiformats/cid'
import { multihashKey } from '../../cid/hash/multihash-key.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'
import type { LocalBlocks } from './local-blocks.ts'
import { mergeKnownBlocks } from './local-blocks.ts'

/** The maximum number of children of one batch of siblings that are looked up. */
const MAX_CIDS = 256

/** Larger blocks are not read ahead: for them the cost of a separate lookup is small. */
const MAX_BLOCK_BYTES = 16 * 1024

/** The maximum bytes that were read ahead and not requested yet. */
const MAX_BYTES = 1024 * 1024

/**
 * A read-ahead cache of small blocks for one walk. A HAMT has thousands of shards with two or three children each.
 * Reading the children of many shards together needs one lookup instead of one per shard. Created for one walk and
 * passed to all of its reads (`ReadManyOptions.ahead`), so its entries cannot become outdated.
 */
export class ReadAhead {
  readonly #blocks = new Map<string, Uint8Array>()
  readonly #wants: (cid: CID) => boolean
  #bytes = 0

  /**
   * Creates the cache.
   *
   * @param wants - whether the walk will read a block; default all
   */
  constructor (wants: (cid: CID) => boolean = () => true) {
    this.#wants = wants
  }

  /**
   * Yields local blocks in the order of the CIDs, in batches. Ends before the first that is missing. Reads their
   * children ahead.
   *
   * @param below - same as `ReadManyOptions.below`
   * @param options.linksAlone - same as `BatchOptions.linksAlone`
   */
  async *batches (
    cids: CID[],
    below: (block: Block) => Iterable<CID>,
    local: LocalBlocks,
    { signal, linksAlone }: { signal: AbortSignal; linksAlone?: boolean }
  ): AsyncGenerator<Block[]> {
    for await (
      const batch of mergeKnownBlocks(
        cids,
        (cid) => this.#take(cid),
        (cids) => local.batches(cids, { signal, linksAlone })
      )
    ) {
      // The children of a single block are read together anyway.
      if (batch.length > 1 && this.#bytes < MAX_BYTES / 2) {
        await this.#fill(this.#next(batch, below), local, signal).catch(() => {}) // thrown when it is read in its turn
      }

      yield batch
    }
  }

  #take (cid: CID): Uint8Array | undefined {
    const key = multihashKey(cid.multihash.bytes)
    const bytes = this.#blocks.get(key)

    if (bytes != null) {
      this.#blocks.delete(key)
      this.#bytes -= bytes.byteLength
    }

    return bytes
  }

  async #fill (cids: CID[], local: LocalBlocks, signal: AbortSignal): Promise<void> {
    if (cids.length < 2) {
      return
    }

    for await (const batch of local.small(cids, { signal, maxBlockBytes: MAX_BLOCK_BYTES })) {
      for (const { cid, bytes } of batch) {
        // A copy, because a view would keep its whole segment in memory.
        this.#blocks.set(multihashKey(cid.multihash.bytes), bytes.slice())
        this.#bytes += bytes.byteLength
      }

      if (this.#bytes >= MAX_BYTES) {
        return
      }
    }
  }

  /**
   * Returns the children of siblings that are not read yet. Ignores blocks that cannot be decoded: their readers get
   * the errors.
   */
  #next (siblings: Block[], below: (block: Block) => Iterable<CID>): CID[] {
    const cids = new Map<string, CID>()

    for (const block of siblings) {
      try {
        for (const cid of below(block)) {
          const key = multihashKey(cid.multihash.bytes)

          if (this.#wants(cid) && !this.#blocks.has(key)) {
            cids.set(key, cid)
          }

          if (cids.size === MAX_CIDS) {
            return [...cids.values()]
          }
        }
      } catch {} // its reader gets the error
    }

    return [...cids.values()]
  }
}
