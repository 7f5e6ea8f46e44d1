import { verifyBlock } from '../blocks/local/verify-block.ts'
import type { Block } from '../store/blockstore/blockstore.ts'

/**
 * Limits of blocks that are hashed while others are read and written. WebCrypto hashes on other threads; a few blocks
 * keep them busy.
 */
const MAX_IN_FLIGHT = 128
const MAX_IN_FLIGHT_BYTES = 16 * 1024 * 1024

/** A block that is being hashed. */
interface Pending {
  block: Block
  /** Resolves when the hash is known. Never rejects, so that no error is unhandled before its turn. */
  checked: Promise<void>
  isChecked: boolean
  fault?: { error: unknown }
}

/**
 * Yields the blocks in their order, each after its hash was verified. Hashes several blocks concurrently. A verified
 * block does not wait for a slow source. If there are several errors, throws the first one in the order of the blocks,
 * even if a later read has failed meanwhile.
 *
 * @throws the errors of `verifyBlock` and of the source
 */
export async function* verifiedBlocks (blocks: AsyncIterable<Block>): AsyncGenerator<Block> {
  const queue = new VerifyQueue(blocks)

  try {
    for (let block = await queue.next(); block != null; block = await queue.next()) {
      yield block
    }
  } finally {
    await queue.close()
  }
}

class VerifyQueue {
  readonly #source: AsyncIterator<Block>
  readonly #pending: Pending[] = []
  #inFlightBytes = 0
  /** The pending read. Resolves when its block is in the queue. Never rejects. */
  #reading: Promise<void> | undefined
  #end: { error?: unknown } | undefined

  constructor (blocks: AsyncIterable<Block>) {
    this.#source = blocks[Symbol.asyncIterator]()
  }

  async next (): Promise<Block | undefined> {
    for (;;) {
      const head = this.#pending.at(0)

      if (head?.isChecked === true) {
        return this.#take(head)
      }

      if (this.#end == null && this.#hasRoom()) {
        this.#reading ??= this.#read()
      }

      if (head == null && this.#end != null) {
        if ('error' in this.#end) {
          throw this.#end.error
        }

        return undefined
      }

      await Promise.race([head?.checked, this.#reading].filter((promise) => promise != null))
    }
  }

  async close (): Promise<void> {
    if (this.#end != null) {
      return
    }

    const returned = this.#source.return?.()

    // A source with a pending read ends after that read, at any later time.
    if (this.#reading == null) {
      await returned
    } else {
      returned?.catch(() => {})
    }
  }

  #hasRoom (): boolean {
    return this.#pending.length < MAX_IN_FLIGHT &&
      (this.#inFlightBytes < MAX_IN_FLIGHT_BYTES || this.#pending.length === 0)
  }

  async #read (): Promise<void> {
    try {
      const { done, value } = await this.#source.next()

      if (done === true) {
        this.#end = {}
      } else {
        this.#push(value)
      }
    } catch (err) {
      this.#end = { error: err }
    } finally {
      this.#reading = undefined
    }
  }

  #push (block: Block): void {
    const verified = verifyBlock(block)
    const pending: Pending = { block, isChecked: false, checked: Promise.resolve() }
    pending.checked = verified.catch((err: unknown) => {
      pending.fault = { error: err }
    }).then(() => {
      pending.isChecked = true
    })
    this.#pending.push(pending)
    this.#inFlightBytes += block.bytes.length
  }

  #take ({ block, fault }: Pending): Block {
    this.#pending.shift()
    this.#inFlightBytes -= block.bytes.length

    if (fault != null) {
      throw fault.error
    }

    return block
  }
}
