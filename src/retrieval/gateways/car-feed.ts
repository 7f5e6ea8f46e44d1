import type { CID } from 'multiformats/cid'
import { multihashKey } from '../../cid/hash/multihash-key.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'

/** Limits received blocks that were not requested yet. The sender waits then (backpressure). */
const MAX_HELD_BYTES = 8 * 1024 * 1024

/**
 * If no received block could be used for this long, blocks are requested one by one too. Normally the blocks arrive in
 * reading order.
 */
const QUIET_MS = 1500

export interface CarFeedInit {
  blocks: AsyncIterable<Block>
  /** Offers a block to a request. Returns whether one wanted it. */
  offer: (block: Block) => boolean
  /** Called at the end. Blocks that are still wanted must be requested separately. */
  ended: () => void
}

/**
 * A whole DAG streamed from one source (`dag-scope=all`), for a reader of all of it. One request instead of one per
 * block is many times faster if blocks are small and latency is high.
 *
 * Delivers blocks to the requests that wait for them, and buffers others up to a limit. Blocks that are never requested
 * are not stored.
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

  /** The time in milliseconds that a request may wait for this stream; 0 if it delivers nothing useful. */
  get hopeMs (): number {
    return this.#isOver ? 0 : Math.max(this.#usedMs + QUIET_MS - performance.now(), 0)
  }

  /** Returns a buffered block. It is not verified. */
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

  /** Stops reading. */
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
      // The stream was cut, or never began. Blocks are requested one by one then, and show the error.
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

    // A copy, because a view would keep the whole chunk in memory.
    this.#held.set(key, bytes.slice())
    this.#heldBytes += bytes.byteLength

    while (this.#heldBytes > MAX_HELD_BYTES && !this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
        setTimeout(resolve, QUIET_MS)
      })

      // The reader has left the order of the stream.
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
