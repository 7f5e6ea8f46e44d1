import type { CID } from 'multiformats/cid'
import { FlushTimer } from '../async/timers/flush-timer.ts'
import { ChunkFiller } from '../bytes/chunk-filler.ts'
import type { Block } from '../store/blockstore/blockstore.ts'
import { encodeCarHeader } from './car-header.ts'

/**
 * Maximum delay of buffered bytes. After it they are sent without waiting for the next block, so that the reader sees
 * progress during slow fetches, and the head of the answer is not delayed.
 */
const FLUSH_AFTER_MS = 20

/**
 * Writes a CARv1 of these blocks in this order, in few large chunks (ipld.io/specs/transport/car/carv1).
 *
 * If the source fails, yields the buffered bytes before the error, so that a reader has all blocks before the failure.
 *
 * @example bytes(writeCar([root], walkDag([root], { blocks, signal })), { contentType: 'application/vnd.ipld.car' })
 */
export async function* writeCar (roots: readonly CID[], blocks: AsyncIterable<Block>): AsyncGenerator<Uint8Array> {
  const filler = new ChunkFiller()
  const timer = new FlushTimer(FLUSH_AFTER_MS)
  const source = blocks[Symbol.asyncIterator]()
  let running = true

  try {
    const header = encodeCarHeader(roots)
    filler.writeVarint(header.length)
    filler.write(header)

    while (running) {
      timer.start()
      const coming = source.next()
      let next = await timer.wait(coming)

      if (next === 'late') {
        timer.stop()
        yield filler.takeRest()
        next = await coming
      }

      if (next.done === true) {
        running = false
      } else {
        writeSection(filler, next.value)

        for (let chunk = filler.takeFull(); chunk != null; chunk = filler.takeFull()) {
          timer.stop()
          yield chunk
        }
      }
    }
  } catch (err) {
    running = false

    if (filler.started) {
      yield filler.takeRest()
    }

    throw err
  } finally {
    timer.stop()

    if (running) {
      await source.return?.()
    }
  }

  if (filler.started) {
    yield filler.takeRest()
  }
}

function writeSection (filler: ChunkFiller, { cid, bytes }: Block): void {
  filler.writeVarint(cid.bytes.length + bytes.length)
  filler.write(cid.bytes)
  filler.write(bytes)
}
