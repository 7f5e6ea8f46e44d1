import type { CID } from 'multiformats/cid'
import { readyTogether } from '../async/ready-together.ts'
import { blockKey } from '../cid/block-key.ts'
import type { Block } from '../store/blockstore.ts'
import type { LocalBlocks } from './local-blocks.ts'

/** CIDs below one lot of siblings that are looked at. */
const MAX_CIDS = 256

/** Larger blocks are read when their turn comes: one look for each is little then. */
const MAX_BLOCK_BYTES = 16 * 1024

/** What is kept at most and was not asked for yet. */
const MAX_BYTES = 1024 * 1024

/** Siblings below which is read together. */
const LOT_BYTES = 256 * 1024

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
   * Local blocks in the order of the CIDs; ends before the first that is not here. What lies below them is read ahead.
   *
   * @param below - as `ReadManyOptions.below`
   */
  async * many (cids: CID[], below: (block: Block) => Iterable<CID>, local: LocalBlocks, signal: AbortSignal): AsyncGenerator<Block> {
    const siblings = this.#siblings(cids, local, signal)

    if (cids.length < 2) {
      yield * siblings
      return
    }

    for await (const lot of readyTogether(siblings, { weigh: ({ bytes }) => bytes.byteLength, maxWeight: LOT_BYTES })) {
      // what lies below one block is read together anyway
      if (lot.length > 1 && this.#bytes < MAX_BYTES / 2) {
        await this.#fill(this.#next(lot, below), local, signal).catch(() => {}) // whoever reads it in its turn is told
      }

      yield * lot
    }
  }

  async * #siblings (cids: CID[], local: LocalBlocks, signal: AbortSignal): AsyncGenerator<Block> {
    const known = cids.map((cid) => this.#take(cid))
    const rest = local.many(cids.filter((_, i) => known[i] == null), { signal })

    try {
      for (const [i, cid] of cids.entries()) {
        const bytes = known[i]
        const next = bytes == null ? await rest.next() : { value: { cid, bytes } }

        if (next.done === true) {
          return
        }

        yield next.value
      }
    } finally {
      await rest.return(undefined)
    }
  }

  #take (cid: CID): Uint8Array | undefined {
    const key = blockKey(cid)
    const bytes = this.#blocks.get(key)

    if (bytes != null) {
      this.#blocks.delete(key)
      this.#bytes -= bytes.byteLength
    }

    return bytes
  }

  async #fill (cids: CID[], local: LocalBlocks, signal: AbortSignal): Promise<void> {
    const sizes = await Promise.all(cids.map(async (cid) => await local.size(cid, { signal })))
    let room = MAX_BYTES - this.#bytes

    const small = cids.filter((_, i) => {
      const size = sizes[i] ?? Infinity
      const fits = size <= MAX_BLOCK_BYTES && size <= room
      room -= fits ? size : 0
      return fits
    })

    if (small.length < 2) {
      return
    }

    for await (const { cid, bytes } of local.many(small, { signal })) {
      // a part of a segment would keep all of it in memory
      this.#blocks.set(blockKey(cid), bytes.slice())
      this.#bytes += bytes.byteLength
    }
  }

  /** What lies below siblings and is not read yet. What cannot be told of a block is left out: its reader is told why. */
  #next (siblings: Block[], below: (block: Block) => Iterable<CID>): CID[] {
    const cids = new Map<string, CID>()

    for (const block of siblings) {
      try {
        for (const cid of below(block)) {
          const key = blockKey(cid)

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
