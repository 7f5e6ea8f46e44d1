import type { Block } from '../../store/block-store.ts'
import { verifyBlock } from './verify-block.ts'

/** Blocks that are hashed while others are read and written. WebCrypto hashes on other threads; a few keep them busy. */
const MAX_IN_FLIGHT = 128
const MAX_IN_FLIGHT_BYTES = 16 * 1024 * 1024

interface Pending {
  block: Block
  /** the error instead of a rejection, so that none goes unhandled before its turn */
  failure: Promise<unknown>
}

/**
 * The same blocks in the same order, each after its hash was found to be right, with several hashes on the way at once.
 * Of several faults the first in the order of the blocks is thrown, also when reading on has failed meanwhile.
 *
 * @throws what `verifyBlock` throws, and what the source throws
 */
export async function * verifiedBlocks (blocks: AsyncIterable<Block>): AsyncGenerator<Block> {
  const source = blocks[Symbol.asyncIterator]()
  const pending: Pending[] = []
  let inFlight = 0
  let end: { error?: unknown } | undefined

  try {
    for (;;) {
      while (end == null && pending.length < MAX_IN_FLIGHT && (inFlight < MAX_IN_FLIGHT_BYTES || pending.length === 0)) {
        try {
          const { done, value } = await source.next()

          if (done === true) {
            end = {}
          } else {
            pending.push({ block: value, failure: verifyBlock(value).then(() => undefined, (err: unknown) => err) })
            inFlight += value.bytes.length
          }
        } catch (err) {
          end = { error: err }
        }
      }

      const first = pending.shift()

      if (first == null) {
        break
      }

      inFlight -= first.block.bytes.length
      const failure = await first.failure

      if (failure != null) {
        throw failure
      }

      yield first.block
    }

    if (end != null && 'error' in end) {
      throw end.error
    }
  } finally {
    await source.return?.()
  }
}
