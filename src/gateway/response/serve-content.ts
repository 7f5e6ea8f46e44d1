import { addUint64 } from '../../bytes/protobuf/uint64.ts'
import type { Uint64 } from '../../bytes/protobuf/uint64.ts'
import { bodyStream } from '../../http/body/body-stream.ts'
import type { RequestLife } from '../../http/body/request-life.ts'
import { formatHttpDate } from '../../http/headers/http-date.ts'
import { checkPreconditions } from '../../http/headers/preconditions.ts'
import { parseRange, satisfyRanges } from '../../http/headers/ranges.ts'
import type { ByteRange } from '../../http/headers/ranges.ts'
import { blobResponse } from '../../http/response/blob-response.ts'
import { plainText } from '../errors/plain-text.ts'
import type { Resolved } from '../request/request.ts'

/** Content of known size with random access. `N` is bigint for more than 2^53 bytes. */
export interface Content<N extends Uint64 = number> {
  size: N
  /** modification time, in milliseconds since 1970 */
  modifiedMs: number | undefined
  /** finds the media type if that requires reading; otherwise `Content-Type` is set already */
  type?: (range: ByteRange<N> | undefined) => Promise<string>
  read: (range: ByteRange<N>) => AsyncGenerator<Uint8Array> | Uint8Array
  /** same as `read`, as a Blob if there is one */
  blob?: (range: ByteRange<N>) => Promise<Blob | undefined>
}

/**
 * Answers with a content or a range of it, like boxo's `serve_http_content.go`. Evaluates preconditions first. Of
 * several ranges it sends the first one, or the whole content if the ranges together are longer. `ETag` must be set
 * already.
 */
export async function serveContent<N extends Uint64> (
  rq: Resolved,
  { size, modifiedMs, type, read, blob }: Content<N>
): Promise<Response> {
  const { request, headers } = rq
  const etag = headers.get('etag') ?? undefined

  if (modifiedMs != null && modifiedMs !== 0) {
    headers.set('Last-Modified', formatHttpDate(modifiedMs))
  }

  const outcome = checkPreconditions(request, { etag, modifiedMs: modifiedMs === 0 ? undefined : modifiedMs })

  if ('status' in outcome && outcome.status === 304) {
    return notModified(headers)
  }

  let range: ByteRange<N> | undefined

  try {
    range = 'range' in outcome ? pickRange(outcome.range, size) : undefined
  } catch (err) {
    headers.set('Content-Range', `bytes */${size}`)
    return plainText(headers, (err as Error).message, 416)
  }

  if (type != null) {
    headers.set('Content-Type', await type(range))
  }

  if ('status' in outcome) {
    return new Response(null, { status: outcome.status, headers })
  }

  headers.set('Accept-Ranges', 'bytes')
  const { start, length } = range ?? { start: 0 as N, length: size }

  if (range != null) {
    headers.set('Content-Range', `bytes ${start}-${BigInt(start) + BigInt(length) - 1n}/${size}`)
  }

  return await fixedBody(rq, range == null ? 200 : 206, length, {
    read: () => read({ start, length }),
    blob: () => blob?.({ start, length })
  })
}

/**
 * Returns the range to send; undefined for the whole content. An empty file is always sent whole, because some clients
 * request everything in ranges.
 *
 * @throws RangeNotSatisfiableError if no range is within the content
 */
function pickRange<N extends Uint64> (header: string | undefined, size: N): ByteRange<N> | undefined {
  if (header == null || size === 0) {
    return undefined
  }

  const ranges = satisfyRanges(parseRange(header), size)
  return addUint64(0, ranges.map(({ length }) => length)) > size ? undefined : ranges[0]
}

function notModified (headers: Headers): Response {
  headers.delete('Content-Type')
  // The ETag is more precise than the time.
  headers.delete('Last-Modified')
  return new Response(null, { status: 304, headers })
}

type WithBody = Pick<Resolved, 'request' | 'headers' | 'life'>

/**
 * Bodies up to this size are read completely before they are sent. That costs less than a stream, and errors still get
 * a status.
 */
const WHOLE_BYTES = 256 * 1024

/** Bytes that Go's `net/http` buffers before it sends the head. A shorter body gets a `Content-Length`. */
const HEAD_START_BYTES = 2048

interface Source {
  read: () => AsyncGenerator<Uint8Array> | Uint8Array
  /** tried first for large bodies; the browser reads the Blob without the worker */
  blob?: () => Promise<Blob | undefined> | undefined
}

/**
 * Makes a body of known length. For HEAD nothing is read.
 *
 * @throws the error of its first bytes, because after the head an answer can have no error status
 */
export async function fixedBody (
  { request, headers, life }: WithBody,
  status: number,
  length: Uint64,
  { read, blob }: Source
): Promise<Response> {
  headers.set('Content-Length', String(length))

  if (request.method === 'HEAD' || length === 0) {
    return new Response(null, { status, headers })
  }

  const whole = length > WHOLE_BYTES ? await blob?.() : undefined

  if (whole != null) {
    return blobResponse(whole, { status, headers })
  }

  const chunks = read()

  if (chunks instanceof Uint8Array) {
    return new Response(chunks as Uint8Array<ArrayBuffer>, { status, headers })
  }

  if (length <= WHOLE_BYTES) {
    return new Response(await collectBytes(chunks, Number(length)), { status, headers })
  }

  const { value } = await chunks.next()
  return new Response(streamBody(resumeChunks(value instanceof Uint8Array ? [value] : [], chunks), life), {
    status,
    headers
  })
}

function streamBody (chunks: AsyncGenerator<Uint8Array>, life: RequestLife): ReadableStream<Uint8Array> {
  life.streams = true
  return bodyStream(chunks, {
    onWait: life.waiting,
    onChunk: life.arrived,
    onEnd: (reason) => {
      if (reason === undefined) {
        life.close()
      } else {
        life.abort(reason)
      }
    }
  })
}

async function collectBytes (chunks: AsyncGenerator<Uint8Array>, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length)
  let at = 0

  for await (const chunk of chunks) {
    if (at === 0 && chunk.byteLength === length) {
      return chunk as Uint8Array<ArrayBuffer>
    }

    bytes.set(chunk, at)
    at += chunk.byteLength
  }

  return bytes
}

interface OpenBodyOptions {
  /** whether an error breaks the stream even if nothing is sent yet, because a client can use the earlier bytes */
  sendsUpTo?: (fault: Error) => boolean
}

/**
 * Makes a body of unknown length. An error before the head is sent is thrown and gets a status. A later error breaks
 * the stream.
 */
export async function openBody (
  { request, headers, life }: WithBody,
  chunks: AsyncGenerator<Uint8Array>,
  { sendsUpTo }: OpenBodyOptions = {}
): Promise<Response> {
  const first: Uint8Array[] = []
  let bytes = 0
  let ended = false
  let fault: Error | undefined

  while (bytes <= HEAD_START_BYTES && !ended && fault == null) {
    try {
      const { done, value } = await chunks.next()
      ended = done === true

      if (value instanceof Uint8Array) {
        first.push(value)
        bytes += value.byteLength
      }
    } catch (err) {
      if (sendsUpTo?.(err as Error) !== true) {
        throw err
      }

      fault = err as Error
    }
  }

  if (ended) {
    headers.set('Content-Length', String(bytes))
  }

  if (request.method === 'HEAD') {
    await chunks.return(undefined)
    return new Response(null, { headers })
  }

  return ended
    ? new Response(new Blob(first as Array<Uint8Array<ArrayBuffer>>), { headers })
    : new Response(streamBody(resumeChunks(first, fault == null ? chunks : brokenBody(fault)), life), { headers })
}

async function* brokenBody (fault: Error): AsyncGenerator<Uint8Array> {
  throw fault
}

async function* resumeChunks (first: Uint8Array[], rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    // Release buffered chunks.
    while (first.length > 0) {
      yield first.shift() as Uint8Array
    }

    yield* rest
  } finally {
    await rest.return(undefined)
  }
}
