import type { CID } from 'multiformats/cid'
import { later } from '../async/later.ts'
import type { BlockSource } from './block-source.ts'

/** What has come is put for as many bytes at the latest: half of what is on its way at most. */
const MAX_BYTES = 4 * 1024 * 1024

/** … and so long behind the first of it: one that comes alone, and behind it nothing for a while, does not wait for the others. */
const MAX_MS = 20

interface Held {
  cid: CID
  bytes: Uint8Array
  done: (putting: Promise<void>) => void
}

/**
 * Puts blocks into a store together that come one soon behind the other, as those of peers do: a transaction that is synced takes as long for one of them as for ten.
 * None waits while nothing else is on its way.
 */
export class GatheredPuts {
  readonly #store: Pick<BlockSource, 'put'>
  readonly #underWay: () => number
  #held: Held[] = []
  #heldBytes = 0
  #putting = 0
  #cancel = (): void => {}

  /** @param underWay - how many have not been put, whether they have come or not */
  constructor (store: Pick<BlockSource, 'put'>, underWay: () => number) {
    this.#store = store
    this.#underWay = underWay
  }

  /** Resolves when the block is in the store. @throws what the store throws */
  async put (cid: CID, bytes: Uint8Array): Promise<void> {
    await new Promise<void>((resolve) => {
      if (this.#held.push({ cid, bytes, done: resolve }) === 1) {
        this.#cancel = later(() => { this.#flush() }, MAX_MS)
      }

      this.#heldBytes += bytes.byteLength

      // as many have come as are still to come
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

    held.forEach((block) => { block.done(this.#put(block)) })
  }

  async #put ({ cid, bytes }: Held): Promise<void> {
    try {
      await this.#store.put(cid, bytes)
    } finally {
      this.#putting--
    }
  }
}
