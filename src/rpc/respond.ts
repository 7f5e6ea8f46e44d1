import { blobResponse } from '../http/blob-response.ts'
import type { Encoding } from './encodings/encodings.ts'
import { ERROR_CODES, errorBody } from './errors.ts'
import type { RequestLife } from '../http/request-life.ts'
import type { Result } from './result.ts'

/** What the wire needs to know of the request that it answers. */
export interface Wire {
  encoding: Encoding
  /** a value of the answer in that encoding */
  write: (value: unknown) => string
  /** the same of a value with `JsonRows` in it, piece by piece */
  pieces: (value: unknown) => Iterable<string>
  life: RequestLife
  headers: Headers
  onTrailer?: (name: string, value: string) => void
  earlyHeadMs?: number
}

const STREAM_ERROR = 'X-Stream-Error'
const encoder = new TextEncoder()

/** An error before the first byte: 400 for client errors, else 500, in the encoding that was asked for (go-ipfs-cmds `responseemitter.go`). */
export function errorResponse (err: unknown, wire: Wire): Response {
  const headers = new Headers(wire.headers)
  headers.set('Content-Type', wire.encoding.mime)
  return new Response(wire.encoding.error(err), { status: errorBody(err).Code === ERROR_CODES.client ? 400 : 500, headers })
}

/**
 * A command's result as a response. Waits for the first value or bytes, so that an error before them is an ordinary error
 * answer; after that the body flows as it is read (one value a pull), and stops the command when nobody reads any more.
 */
export async function resultResponse (result: Result, wire: Wire): Promise<Response> {
  const headers = new Headers(wire.headers)

  switch (result.kind) {
    case 'once': {
      wire.life.close()
      headers.set('Content-Type', wire.encoding.mime)
      return new Response(wire.write(result.value), { headers })
    }

    case 'large': {
      headers.set('Content-Type', wire.encoding.mime)
      return new Response(await flowing(each(wire.pieces(result.value)), (piece) => encoder.encode(piece), wire, false), { headers })
    }

    case 'stream': {
      headers.set('Content-Type', wire.encoding.mime)
      headers.set('X-Chunked-Output', '1')
      const lines = result.values[Symbol.asyncIterator]()
      return new Response(await flowing(lines, (value) => encoder.encode(wire.write(value)), wire, true), { headers })
    }

    case 'bytes': {
      headers.set('Content-Type', result.contentType ?? wire.encoding.bytesMime)
      headers.set('X-Stream-Output', '1')

      if (result.length != null) {
        headers.set('X-Content-Length', String(result.length))
        wire.headers.set('X-Content-Length', String(result.length)) // an error before the first byte carries it too
      }

      if (result.body instanceof Blob) {
        wire.life.close()
        return blobResponse(result.body, { headers })
      }

      return new Response(await flowing(result.body[Symbol.asyncIterator](), (chunk) => chunk, wire, false), { headers })
    }
  }
}

async function * each<T> (items: Iterable<T>): AsyncGenerator<T> {
  yield * items
}

/**
 * The body: pulls from the source as it is read. `cancel` is all that a worker hears of a reader that left, so it ends the command.
 *
 * @param inBand - the body is a sequence of values, so an error can be its last one
 */
async function flowing<T> (source: AsyncIterator<T>, encode: (value: T) => Uint8Array, wire: Wire, inBand: boolean): Promise<ReadableStream<Uint8Array>> {
  const { life } = wire
  let pending: Promise<IteratorResult<T>> | undefined = life.race(source.next())
  pending.catch(() => {}) // looked at below or by the first pull
  const first = await settledWithin(pending, wire.earlyHeadMs)

  if (first === 'late') {
    // the head goes out now; what comes of the first value is seen by the first pull
  } else if ('error' in first) {
    await stop(source)
    throw first.error
  }

  let broken: { error: unknown } | undefined

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
          controller.enqueue(encode(value))
        }
      } catch (err) {
        life.close()
        await stop(source)

        // DESIGN section 3: with trailers as Kubo does; without, the error is the last value, and the stream breaks
        // behind it (by the next pull: breaking at once would drop the line), so that none takes a cut stream for a whole one
        if (wire.onTrailer != null) {
          wire.onTrailer(STREAM_ERROR, errorBody(err).Message)
          controller.close()
        } else if (inBand) {
          controller.enqueue(encoder.encode(wire.encoding.error(err)))
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

/** A browser drops what a page has not read yet when a worker's stream breaks (seen in Chromium), so the last bytes get this long to arrive. */
const DRAIN_MS = 100

async function drained (): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, DRAIN_MS))
}

async function settledWithin<T> (promise: Promise<T>, ms: number | undefined): Promise<'late' | { value: T } | { error: unknown }> {
  const settled = promise.then((value) => ({ value }), (error: unknown) => ({ error }))

  if (ms == null) {
    return await settled
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<'late'>((resolve) => { timer = setTimeout(resolve, ms, 'late') })
  return await Promise.race([settled, late]).finally(() => { clearTimeout(timer) })
}

/** Ends a source that is not read on. A generator in the middle of an await ends later, by its signal; waiting for it could take for ever. */
async function stop<T> (source: AsyncIterator<T>): Promise<void> {
  source.return?.().catch(() => {})
}
