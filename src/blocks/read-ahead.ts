import type { CID } from 'multiformats/cid'
import { multihashKey } from '../cid/multihash-key.ts'
import type { Block } from '../store/blockstore.ts'
import type { LocalBlocks } from './local-blocks.ts'
import { withKnown } from './with-known.ts'

/** CIDs below one lot of siblings that are looked at. */
const MAX_CIDS = 256

/** Larger blocks are read when their turn comes: one look for each is little then. */
const MAX_BLOCK_BYTES = 16 * 1024

/** What is kept at most and was not asked for yet. */
const MAX_BYTES = 1024 * 1024

/**
 * Small blocks that one walk will ask for soon, read before their turn. A HAMT has thousands of shards with two or three
 * children each: reading the children of many shards together takes one look at the store where each shard would take one.
 * It is made for one walk and given to all its reads (`ReadManyOptions.ahead`), so that nothing in it gets old.
 */
export class ReadAhead {
  readonly #blocks = new Map<string, Uint8Array>()
  readonly #wants: (cid: CID) => boolean
  #bytes = 0

  /** @param wants - whether the walk will read a block; all of them when left out */
  constructor (wants: (cid: CID) => boolean = () => true) {
    this.#wants = wants
  }

  /**
   * Local blocks in the order of the CIDs, in lots; ends before the first that is not here. What lies below them is read ahead.
   *
   * @param below - as `ReadManyOptions.below`
   * @param options.linksAlone - as `LotOptions.linksAlone`
   */
  async * lots (cids: CID[], below: (block: Block) => Iterable<CID>, local: LocalBlocks, { signal, linksAlone }: { signal: AbortSignal, linksAlone?: boolean }): AsyncGenerator<Block[]> {
    for await (const lot of withKnown(cids, (cid) => this.#take(cid), (cids) => local.lots(cids, { signal, linksAlone }))) {
      // what lies below one block is read together anyway
      if (lot.length > 1 && this.#bytes < MAX_BYTES / 2) {
        await this.#fill(this.#next(lot, below), local, signal).catch(() => {}) // whoever reads it in its turn is told
      }

      yield lot
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

    for await (const lot of local.small(cids, { signal, maxBlockBytes: MAX_BLOCK_BYTES })) {
      for (const { cid, bytes } of lot) {
        // a part of a segment would keep all of it in memory
        this.#blocks.set(multihashKey(cid.multihash.bytes), bytes.slice())
        this.#bytes += bytes.byteLength
      }

      if (this.#bytes >= MAX_BYTES) {
        return
      }
    }
  }

  /** What lies below siblings and is not read yet. What cannot be told of a block is left out: its reader is told why. */
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
      } catch {} // its reader is told why
    }

    return [...cids.values()]
  }
}
