import type { CID } from 'multiformats/cid'
import type { BlockReader } from '../blocks/block-reader.ts'
import type { Block } from '../store/blockstore.ts'
import { mayHaveLinks } from '../ipld/links.ts'
import type { LeafMode } from './leaf-mode.ts'

/** Siblings that are asked for together; what of them is really read ahead is bounded in bytes by the reader. */
const WINDOW = 256

export interface WalkItem {
  cid: CID
  bytes: Uint8Array | undefined
  size: number | undefined
}

/** The siblings of one node on their way in, in order, a window at a time. */
export class WalkFrame {
  readonly depth: number
  readonly #cids: CID[]
  readonly #leaves: LeafMode
  readonly #options: { blocks: BlockReader, signal: AbortSignal }
  #at = 0
  #windowEnd = 0
  #blocks: AsyncIterator<Block> | undefined
  #sizes = new Map<CID, Promise<number>>()

  constructor (cids: CID[], depth: number, leaves: LeafMode, options: { blocks: BlockReader, signal: AbortSignal }) {
    this.#cids = cids
    this.depth = depth
    this.#leaves = leaves
    this.#options = options
  }

  get done (): boolean {
    return this.#at >= this.#cids.length
  }

  /** The CID that `next` was last about. */
  get last (): CID {
    return this.#cids[this.#at - 1]
  }

  /** @throws when the block cannot be had; the next call goes on behind it */
  async next (): Promise<WalkItem | undefined> {
    if (this.done) {
      return undefined
    }

    const at = this.#at

    try {
      return await this.#read()
    } catch (err) {
      // what was read ahead ended with the error
      this.#at = at + 1
      this.#windowEnd = this.#at
      throw err
    }
  }

  async close (): Promise<void> {
    await this.#blocks?.return?.()
    this.#blocks = undefined
  }

  async #read (): Promise<WalkItem> {
    if (this.#at >= this.#windowEnd) {
      await this.#openWindow()
    }

    const cid = this.#cids[this.#at++]

    if (!this.#loads(cid)) {
      return { cid, bytes: undefined, size: await this.#sizes.get(cid) }
    }

    const { value } = await this.#blocks?.next() as IteratorResult<Block, Block>
    return { cid, bytes: value.bytes, size: value.bytes.byteLength }
  }

  #loads (cid: CID): boolean {
    return this.#leaves === 'load' || mayHaveLinks(cid)
  }

  async #openWindow (): Promise<void> {
    const { blocks } = this.#options
    const window = this.#cids.slice(this.#at, this.#at + WINDOW)
    this.#windowEnd = this.#at + window.length
    await this.close()
    this.#sizes = new Map()

    if (this.#leaves === 'check') {
      for (const cid of window) {
        if (!this.#loads(cid)) {
          const size = blocks.size(cid, this.#options)
          size.catch(() => {}) // looked at when its turn comes
          this.#sizes.set(cid, size)
        }
      }
    }

    this.#blocks = blocks.getMany(window.filter((cid) => this.#loads(cid)), this.#options)[Symbol.asyncIterator]()
  }
}
