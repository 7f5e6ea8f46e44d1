import { blobResponse } from '../http/blob-response.ts'
import { blobChunks } from '../http/body-chunks.ts'
import { readyTogether } from '../async/ready-together.ts'
import { settledWithin } from '../async/settled-within.ts'
import { encodeUtf8 } from '../go/utf8.ts'
import { ERROR_CODES, errorBody } from './errors.ts'
import { flowingBody } from './flowing-body.ts'
import type { Result } from './result.ts'
import type { Wire } from './wire.ts'

const PIECE_CHARACTERS = 64 * 1024

/** An error before the first byte: 400 for client errors, else 500, in the encoding that was asked for (go-ipfs-cmds `responseemitter.go`). */
export function errorResponse (err: unknown, wire: Wire): Response {
  const headers = new Headers(wire.headers)
  headers.set('Content-Type', wire.encoding.mime)
  return new Response(encodeUtf8(wire.encoding.error(err)), { status: errorBody(err).Code === ERROR_CODES.client ? 400 : 500, headers })
}

/**
 * The answer of a command that was started. One that has no result when the early head is due gets its head then, and goes
 * on: whatever it gives, or the error that it ends with, is in the body.
 *
 * @param answersBytes - of the command: what its head must say before it has said it itself
 * @throws what the command throws in time
 */
export async function commandResponse (work: Promise<Result>, wire: Wire, answersBytes: boolean): Promise<Response> {
  const ended = await settledWithin(work, wire.earlyHeadMs)

  if (ended === 'late') {
    return await lateResponse(work, wire, answersBytes)
  }

  if ('error' in ended) {
    throw ended.error
  }

  return await resultResponse(ended.value, wire)
}

async function lateResponse (work: Promise<Result>, wire: Wire, answersBytes: boolean): Promise<Response> {
  const headers = new Headers(wire.headers)
  headers.set('Content-Type', answersBytes ? wire.encoding.bytesMime : wire.encoding.mime)

  if (answersBytes) {
    headers.set('X-Stream-Output', '1')
  }

  return new Response(await flowingBody(lateBytes(work, wire), { ...wire, earlyHeadMs: 0 }, !answersBytes), { headers })
}

/** A worker's stream is read past the browser process, through which a text goes (measured in Chromium: 2.0 ms against 2.5). */
function onePiece (text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull (controller) {
      controller.enqueue(encodeUtf8(text))
      controller.close()
    }
  }, { highWaterMark: 0 })
}

async function * lateBytes (work: Promise<Result>, wire: Wire): AsyncGenerator<Uint8Array> {
  const result = await work

  switch (result.kind) {
    case 'once': yield encodeUtf8(wire.write(result.value)); break
    case 'large': yield * piecesOf(result.value, wire); break
    case 'stream': yield * linesOf(result.values, wire); break
    case 'bytes': yield * result.body instanceof Blob ? blobChunks(result.body) : result.body
  }
}

/**
 * A command's result as a response. Waits for the first value or bytes, so that an error before them is an ordinary error
 * answer; after that the body flows as it is read (a pull takes what is ready), and stops the command when nobody reads any more.
 */
export async function resultResponse (result: Result, wire: Wire): Promise<Response> {
  const headers = new Headers(wire.headers)

  switch (result.kind) {
    case 'once': {
      wire.life.close()
      headers.set('Content-Type', wire.encoding.mime)
      return new Response(onePiece(wire.write(result.value)), { headers })
    }

    case 'large': {
      headers.set('Content-Type', wire.encoding.mime)
      return new Response(await flowingBody(piecesOf(result.value, wire), wire, false), { headers })
    }

    case 'stream': {
      headers.set('Content-Type', wire.encoding.mime)
      headers.set('X-Chunked-Output', '1')
      return new Response(await flowingBody(linesOf(result.values, wire), result.headAtOnce === true ? { ...wire, earlyHeadMs: 0 } : wire, true), { headers })
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

      return new Response(await flowingBody(result.body[Symbol.asyncIterator](), wire, false), { headers })
    }
  }
}

/** Values on the wire. Those that are ready together go in one piece: a browser takes more time and memory for a piece than Kubo for a value. */
async function * linesOf (values: AsyncIterable<unknown>, { write }: Wire): AsyncGenerator<Uint8Array> {
  for await (const lines of readyTogether(written(values, write), { weigh: (line) => line.length, maxWeight: PIECE_CHARACTERS })) {
    yield encodeUtf8(lines.join(''))
  }
}

async function * written (values: AsyncIterable<unknown>, write: (value: unknown) => string): AsyncGenerator<string> {
  for await (const value of values) {
    yield write(value)
  }
}

async function * piecesOf (value: unknown, { pieces }: Wire): AsyncGenerator<Uint8Array> {
  for (const piece of pieces(value)) {
    yield encodeUtf8(piece)
  }
}
