import { batchReady } from '../../async/iteration/batch-ready.ts'
import { settledWithin } from '../../async/promises/settled-within.ts'
import { encodeUtf8 } from '../../go/text/utf8.ts'
import { blobChunks } from '../../http/body/body-chunks.ts'
import { blobResponse } from '../../http/response/blob-response.ts'
import { ERROR_CODES, errorBody } from '../command/errors.ts'
import type { Result } from '../command/result.ts'
import { flowingBody } from './streaming-body.ts'
import type { Wire } from './streaming-body.ts'

const PIECE_CHARACTERS = 64 * 1024

/**
 * Returns an error before the first byte: 400 for client errors, else 500, in the requested encoding (go-ipfs-cmds
 * `responseemitter.go`).
 */
export function errorResponse (err: unknown, wire: Wire): Response {
  const headers = new Headers(wire.headers)
  headers.set('Content-Type', wire.encoding.mime)
  return new Response(encodeUtf8(wire.encoding.error(err)), {
    status: errorBody(err).Code === ERROR_CODES.client ? 400 : 500,
    headers
  })
}

/**
 * Returns the response of a running command. If it has no result when the early head is due, the head is sent then. The
 * later result or error is part of the body.
 *
 * @param answersBytes - whether the command returns bytes, which determines the early head
 * @throws the error of the command, if it fails before that
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

/**
 * Wraps a text in a stream: browsers read a worker's stream directly, while a text takes a detour through the browser
 * process.
 */
function onePiece (text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull (controller) {
      controller.enqueue(encodeUtf8(text))
      controller.close()
    }
  }, { highWaterMark: 0 })
}

async function* lateBytes (work: Promise<Result>, wire: Wire): AsyncGenerator<Uint8Array> {
  const result = await work

  switch (result.kind) {
    case 'once':
      yield encodeUtf8(wire.write(result.value))
      break
    case 'large':
      yield* piecesOf(result.value, wire)
      break
    case 'stream':
      yield* linesOf(result.values, wire)
      break
    case 'bytes':
      yield* result.body instanceof Blob ? blobChunks(result.body) : result.body
  }
}

/**
 * Turns a command's result into a response. Waits for the first value or bytes, so that an error before them is an
 * ordinary error response. After that the body follows its reader with backpressure (a pull takes what is ready). A
 * cancelled body stops the command.
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
      return new Response(
        await flowingBody(
          linesOf(result.values, wire),
          result.headAtOnce === true ? { ...wire, earlyHeadMs: 0 } : wire,
          true
        ),
        { headers }
      )
    }

    case 'bytes': {
      headers.set('Content-Type', result.contentType ?? wire.encoding.bytesMime)
      headers.set('X-Stream-Output', '1')

      if (result.length != null) {
        headers.set('X-Content-Length', String(result.length))
        wire.headers.set('X-Content-Length', String(result.length)) // an error before the first byte has it too
      }

      if (result.body instanceof Blob) {
        wire.life.close()
        return blobResponse(result.body, { headers })
      }

      return new Response(await flowingBody(result.body[Symbol.asyncIterator](), wire, false), { headers })
    }
  }
}

/**
 * Encodes values as lines. Values that are ready together form one chunk: a chunk costs a browser more time and memory
 * than a value costs Kubo.
 */
async function* linesOf (values: AsyncIterable<unknown>, { write }: Wire): AsyncGenerator<Uint8Array> {
  for await (
    const lines of batchReady(writeValues(values, write), { weigh: (line) => line.length, maxWeight: PIECE_CHARACTERS })
  ) {
    yield encodeUtf8(lines.join(''))
  }
}

async function* writeValues (
  values: AsyncIterable<unknown>,
  write: (value: unknown) => string
): AsyncGenerator<string> {
  for await (const value of values) {
    yield write(value)
  }
}

async function* piecesOf (value: unknown, { pieces }: Wire): AsyncGenerator<Uint8Array> {
  for (const piece of pieces(value)) {
    yield encodeUtf8(piece)
  }
}
