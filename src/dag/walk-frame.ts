import type { CID } from 'multiformats/cid'
import type { ReadAhead } from '../blocks/local/read-ahead.ts'
import type { BlockReader } from '../blocks/reader/block-reader.ts'
import { multihashKey } from '../cid/hash/multihash-key.ts'
import { mayHaveLinks } from '../ipld/registry/links.ts'
import type { Block } from '../store/blockstore/blockstore.ts'

/**
 * The treatment of a block with a codec without links (mostly raw leaves of files). A dag-pb block that the store knows
 * as a leaf is not read either, unless it is to be loaded.
 * - `load`: reads its bytes
 * - `check`: makes sure that it is local (fetches it if the reader may), and reports its size
 * - `trust`: does nothing, its CID is enough
 */
export type LeafMode = 'load' | 'check' | 'trust'

/** Siblings that are requested together. The reader limits the bytes of the actual read-ahead. */
const WINDOW = 256

export interface WalkItem {
  cid: CID
  bytes: Uint8Array | undefined
  size: number | undefined
}

export interface WalkFrameOptions {
  blocks: BlockReader
  signal: AbortSignal
  leaves: LeafMode
  /**
   * Whether to visit a block. Called when its window is opened. Of equal CIDs in a window only one is read then. If
   * left out, all blocks are read.
   */
  wants?: (cid: CID) => boolean
  /** Returns the CIDs that the walk will need below a block of this frame; see `ReadManyOptions`. */
  below?: (block: Block) => Iterable<CID>
  /** The read-ahead of the walk. */
  ahead?: ReadAhead
}

/**
 * Reads the siblings of one node in order, a window at a time. Keeps only the parent block for the siblings outside of
 * the window.
 */
export class WalkFrame {
  readonly depth: number
  readonly #source: Iterator<CID>
  readonly #options: WalkFrameOptions
  #window: CID[] = []
  #at = 0
  #batches: AsyncGenerator<Block[]> | undefined
  /** Blocks that have arrived and are not consumed yet, in reverse order. */
  #came: Block[] = []
  #sizes: AsyncGenerator<number> | undefined

  constructor (cids: Iterable<CID>, depth: number, options: WalkFrameOptions) {
    this.#source = cids[Symbol.iterator]()
    this.depth = depth
    this.#options = options
  }

  /** Whether no sibling is left. */
  isDone (): boolean {
    if (this.#at === this.#window.length) {
      this.#fill()
    }

    return this.#window.length === 0
  }

  /** The CID of the last result of `next`. */
  get last (): CID {
    return this.#window[this.#at - 1]
  }

  /** Returns the next sibling if it is available without waiting: waiting costs as much as processing it. */
  take (): WalkItem | undefined {
    if (this.isDone()) {
      return undefined
    }

    const cid = this.#window[this.#at]

    if (!this.#loads(cid)) {
      return this.#options.leaves === 'check' ? undefined : this.#pass({ cid, bytes: undefined, size: undefined })
    }

    const block = this.#came.pop()
    return block == null ? undefined : this.#pass(itemOf(cid, block))
  }

  /**
   * Returns the next sibling; undefined at the end.
   *
   * @throws if the block is unavailable; the next call continues after it
   */
  async next (): Promise<WalkItem | undefined> {
    if (this.isDone()) {
      return undefined
    }

    if (this.#batches == null) {
      this.#open()
    }

    const cid = this.#window[this.#at++]

    try {
      return this.#loads(cid) ? await this.#load(cid) : { cid, bytes: undefined, size: await this.#size() }
    } catch (err) {
      // The read-ahead ended with the error.
      await this.close()
      throw err
    }
  }

  async close (): Promise<void> {
    const open = [this.#batches, this.#sizes]
    this.#batches = undefined
    this.#came = []
    this.#sizes = undefined
    await Promise.all(open.map(async (reading) => {
      await reading?.return(undefined)
    }))
  }

  async #load (cid: CID): Promise<WalkItem> {
    if (this.#came.length === 0) {
      const { value } = await this.#batches!.next() as IteratorResult<Block[], Block[]>
      this.#came = [...value].reverse()
    }

    return itemOf(cid, this.#came.pop()!)
  }

  #pass (item: WalkItem): WalkItem {
    this.#at++
    return item
  }

  async #size (): Promise<number | undefined> {
    return this.#options.leaves === 'check' ? (await this.#sizes?.next())?.value as number : undefined
  }

  #loads (cid: CID): boolean {
    return this.#options.leaves === 'load' || mayHaveLinks(cid)
  }

  #fill (): void {
    const { wants } = this.#options
    const met = new Set<string>()
    this.#window = []
    this.#at = 0
    // The previous window has been read completely. Its reads are not closed: blocks below it are still on their way.
    this.#batches = undefined
    this.#sizes = undefined

    while (this.#window.length < WINDOW) {
      const { done, value: cid } = this.#source.next()

      if (done === true) {
        return
      }

      if (wants == null || (wants(cid) && !isTwin(cid, met))) {
        this.#window.push(cid)
      }
    }
  }

  /** Starts to read the rest of the window. */
  #open (): void {
    const { blocks, signal, leaves, below, ahead } = this.#options
    const left = this.#window.slice(this.#at)
    this.#batches = blocks.getBatches(left.filter((cid) => this.#loads(cid)), {
      signal,
      below,
      ahead,
      linksAlone: leaves !== 'load'
    })
    this.#sizes = leaves === 'check' ? blocks.sizeMany(left.filter((cid) => !this.#loads(cid)), { signal }) : undefined
  }
}

/**
 * Creates the item of a block under the requested CID, because a reader may return another CID of the block. A block
 * without bytes has no links.
 */
function itemOf (cid: CID, { bytes, size }: Block): WalkItem {
  return { cid, bytes: size == null ? bytes : undefined, size: size ?? bytes.byteLength }
}

/**
 * Records a CID, and returns whether it was recorded before. CIDv0 and CIDv1 of a block count as two, as in some walk
 * memories.
 */
function isTwin (cid: CID, met: Set<string>): boolean {
  const { size } = met
  return met.add(multihashKey(cid.bytes)).size === size
}
