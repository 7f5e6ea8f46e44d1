import { settledWithin } from '../async/settled-within.ts'
import { encodeUtf8 } from '../go/utf8.ts'
import { drained } from '../http/drained.ts'
import { errorBody, ToldError } from './errors.ts'
import type { Wire } from './wire.ts'

const STREAM_ERROR = 'X-Stream-Error'

/**
 * A body that pulls from its source as it is read. `cancel` is all that a worker hears of a reader that left, so it ends the
 * command. Comes when the first value has, or when that takes as long as `earlyHeadMs`.
 *
 * @param inBand - the body is a sequence of values, so an error can be its last one
 * @throws what the source throws before its first value, as long as nothing was sent
 */
export async function flowingBody (source: AsyncIterator<Uint8Array>, wire: Wire, inBand: boolean): Promise<ReadableStream<Uint8Array>> {
  const { life } = wire
  let pending: Promise<IteratorResult<Uint8Array>> | undefined = life.race(source.next())
  pending.catch(() => {}) // looked at below or by the first pull
  const first = await settledWithin(pending, wire.earlyHeadMs)

  if (first === 'late') {
    // the head goes out now; what comes of the first value is seen by the first pull
  } else if ('error' in first) {
    await stop(source)
    throw first.error
  }

  let broken: { error: unknown } | undefined
  let sent = 0

  return new ReadableStream<Uint8Array>({
    async pull (controller) {
      if (broken != null) {
        await drained()
        controller.error(broken.error)
        return
      }

      try {
        const { done, value } = await (pending ?? life.race(source.next()))
        pending = undefined

        if (done === true) {
          life.close()
          controller.close()
        } else {
          sent += value.byteLength
          controller.enqueue(value)
        }
      } catch (err) {
        life.close()
        wire.onError?.(err)
        await stop(source)

        // with trailers as Kubo does; without, the error is the last value, and the stream breaks after it (by the next pull:
        // breaking at once would drop the line), so that none takes a cut stream for a whole one
        if (wire.onTrailer != null) {
          wire.onTrailer(STREAM_ERROR, errorBody(err).Message)
          controller.close()
        } else if (inBand && err instanceof ToldError && sent > 0 && wire.wantsErrors !== true) {
          controller.close()
        } else if (inBand) {
          controller.enqueue(encodeUtf8(wire.encoding.error(err)))
          broken = { error: err }
        } else {
          await drained()
          controller.error(err)
        }
      }
    },

    async cancel (reason) {
      life.abort(reason)
      life.close()
      await stop(source)
    }
  }, { highWaterMark: 0 })
}

/** Ends a source that is not read on. A generator in the middle of an await ends later, by its signal; waiting for it could take for ever. */
async function stop (source: AsyncIterator<Uint8Array>): Promise<void> {
  source.return?.().catch(() => {})
}
