import type { CID } from 'multiformats/cid'
import { later } from '../../async/timers/later.ts'
import type { BlockSource } from '../local/block-source.ts'

/** The bytes after which blocks are written: at most half of the bytes in flight. */
const MAX_BYTES = 4 * 1024 * 1024

/** The maximum delay after the first block, so that a single block does not wait for others. */
const MAX_MS = 20

interface Held {
  cid: CID
  bytes: Uint8Array
  done: (putting: Promise<void>) => void
}

/**
 * Batches writes of blocks that arrive shortly after each other from peers: a synced transaction takes as long for one
 * block as for ten. A block does not wait if no others are in flight.
 */
export class BatchedPuts {
  readonly #store: Pick<BlockSource, 'put'>
  readonly #underWay: () => number
  #held: Held[] = []
  #heldBytes = 0
  #putting = 0
  #cancel = (): void => {}

  /**
   * Creates the batcher.
   *
   * @param underWay - returns the number of blocks that are not written yet, whether they have arrived or not
   */
  constructor (store: Pick<BlockSource, 'put'>, underWay: () => number) {
    this.#store = store
    this.#underWay = underWay
  }

  /**
   * Resolves when the block is in the store.
   *
   * @throws errors of the store
   */
  async put (cid: CID, bytes: Uint8Array): Promise<void> {
    await new Promise<void>((resolve) => {
      if (this.#held.push({ cid, bytes, done: resolve }) === 1) {
        this.#cancel = later(() => {
          this.#flush()
        }, MAX_MS)
      }

      this.#heldBytes += bytes.byteLength

      // Half of the blocks in flight have arrived.
      if (this.#heldBytes >= MAX_BYTES || this.#underWay() - this.#putting <= 2 * this.#held.length) {
        this.#flush()
      }
    })
  }

  #flush (): void {
    const held = this.#held
    this.#cancel()
    this.#held = []
    this.#heldBytes = 0
    this.#putting += held.length

    held.forEach((block) => {
      block.done(this.#put(block))
    })
  }

  async #put ({ cid, bytes }: Held): Promise<void> {
    try {
      await this.#store.put(cid, bytes)
    } finally {
      this.#putting--
    }
  }
}
