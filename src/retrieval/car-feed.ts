import type { CID } from 'multiformats/cid'
import { multihashKey } from '../cid/multihash-key.ts'
import type { Block } from '../store/blockstore.ts'

/** Blocks that have come and nobody wants yet; the sender waits then. */
const MAX_HELD_BYTES = 8 * 1024 * 1024

/** It comes in the order in which a reader goes on. When so long nobody could use what came, it is asked for single blocks too. */
const QUIET_MS = 1500

export interface CarFeedInit {
  blocks: AsyncIterable<Block>
  /** Offers a block to who wants it. @returns whether somebody does */
  offer: (block: Block) => boolean
  /** no more comes, and what is wanted has to be asked for otherwise */
  ended: () => void
}

/**
 * A whole DAG as it streams in from one source (`dag-scope=all`), for a reader that goes through all of it: one request in place of
 * one a block, which is many times faster where blocks are small and the source is far. What comes is handed to who waits for it, or
 * held within bounds until it is wanted; nothing is stored that nobody wants.
 */
export class CarFeed {
  readonly #init: CarFeedInit
  readonly #held = new Map<string, Uint8Array>()
  #heldBytes = 0
  #usedMs = performance.now()
  #isOver = false
  #wake: (() => void) | undefined

  constructor (init: CarFeedInit) {
    this.#init = init
    void this.#run()
  }

  /** For how many milliseconds a reader may wait for a block to come this way; 0 where nothing of use comes. */
  get hopeMs (): number {
    return this.#isOver ? 0 : Math.max(this.#usedMs + QUIET_MS - performance.now(), 0)
  }

  /** A block that has come before it was wanted. Not verified. */
  take (cid: CID): Uint8Array | undefined {
    const key = multihashKey(cid.multihash.bytes)
    const bytes = this.#held.get(key)

    if (bytes != null) {
      this.#drop(key, bytes)
      this.#usedMs = performance.now()
      this.#wake?.()
    }

    return bytes
  }

  /** Reads no more of it. */
  end (): void {
    this.#isOver = true
    this.#held.clear()
    this.#wake?.()
  }

  async #run (): Promise<void> {
    try {
      for await (const block of this.#init.blocks) {
        if (this.#isOver) {
          break
        }

        if (this.#init.offer(block)) {
          this.#usedMs = performance.now()
        } else {
          await this.#hold(block)
        }
      }
    } catch {
      // cut, or none: single blocks are asked for then, and their errors say what is wrong
    } finally {
      this.#isOver = true
      this.#init.ended()
    }
  }

  async #hold ({ cid, bytes }: Block): Promise<void> {
    const key = multihashKey(cid.multihash.bytes)
    const before = this.#held.get(key)

    if (before != null) {
      this.#drop(key, before)
    }

    // of its own: a view would keep all that came together
    this.#held.set(key, bytes.slice())
    this.#heldBytes += bytes.byteLength

    while (this.#heldBytes > MAX_HELD_BYTES && !this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
        setTimeout(resolve, QUIET_MS)
      })

      // who reads has gone another way
      if (this.hopeMs === 0) {
        const [oldest] = this.#held
        this.#drop(...oldest)
      }
    }
  }

  #drop (key: string, bytes: Uint8Array): void {
    this.#held.delete(key)
    this.#heldBytes -= bytes.byteLength
  }
}
