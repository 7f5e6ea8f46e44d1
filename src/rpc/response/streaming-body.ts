import { settledWithin } from '../../async/promises/settled-within.ts'
import { encodeUtf8 } from '../../go/text/utf8.ts'
import { drained } from '../../http/body/body-stream.ts'
import type { RequestLife } from '../../http/body/request-life.ts'
import { errorBody, ReportedError } from '../command/errors.ts'
import type { Encoding } from '../encodings/encodings.ts'

/** The parts of a request that determine how its answer is encoded and sent. */
export interface Wire {
  encoding: Encoding
  /** encodes a value of the answer */
  write: (value: unknown) => string
  /** encodes a value that contains `JsonRows`, in pieces */
  pieces: (value: unknown) => Iterable<string>
  life: RequestLife
  headers: Headers
  /** called with the error that ends the command, even after the first byte */
  onError?: (err: unknown) => void
  /**
   * Whether the caller reads errors in the body. Then an error that the values have reported is also the last line, and
   * the body breaks.
   */
  wantsErrors?: boolean
  onTrailer?: (name: string, value: string) => void
  earlyHeadMs?: number
}

const STREAM_ERROR = 'X-Stream-Error'

/**
 * Creates a body that pulls from its source as it is read. `cancel` is the worker's only sign of a disconnected reader,
 * so it ends the command. Resolves once the first value is ready, or after `earlyHeadMs`.
 *
 * @param inBand - whether the body is a sequence of values, so that an error can be the last one
 * @throws the error of the source before its first value, if nothing was sent
 */
export async function flowingBody (
  source: AsyncIterator<Uint8Array>,
  wire: Wire,
  inBand: boolean
): Promise<ReadableStream<Uint8Array>> {
  const { life } = wire
  let pending: Promise<IteratorResult<Uint8Array>> | undefined = life.race(source.next())
  pending.catch(() => {}) // handled below or by the first pull
  const first = await settledWithin(pending, wire.earlyHeadMs)

  if (first === 'late') {
    // Send the head now; the first pull handles the first value.
  } else if ('error' in first) {
    await stopSource(source)
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
        await stopSource(source)

        // With trailers, as in Kubo. Without them the error is the last value, and the stream breaks after it, so that
        // a truncated stream never looks complete. It breaks at the next pull: breaking at once would drop the line.
        if (wire.onTrailer != null) {
          wire.onTrailer(STREAM_ERROR, errorBody(err).Message)
          controller.close()
        } else if (inBand && err instanceof ReportedError && sent > 0 && wire.wantsErrors !== true) {
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
      await stopSource(source)
    }
  }, { highWaterMark: 0 })
}

/**
 * Ends a source that is no longer read. A generator that awaits something ends later, by its signal; waiting for it
 * could take forever.
 */
async function stopSource (source: AsyncIterator<Uint8Array>): Promise<void> {
  source.return?.().catch(() => {})
}
