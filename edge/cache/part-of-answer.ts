import { bodyStream } from '../../src/http/body/body-stream.ts'
import { parseHttpDate } from '../../src/http/headers/http-date.ts'
import { checkPreconditions } from '../../src/http/headers/preconditions.ts'
import { parseRange, satisfyRanges } from '../../src/http/headers/ranges.ts'
import type { ByteRange } from '../../src/http/headers/ranges.ts'
import { withLength } from '../engine/with-length.ts'

/** Headers that make an answer conditional or partial. */
export const CONDITIONS = ['if-match', 'if-modified-since', 'if-none-match', 'if-range', 'if-unmodified-since', 'range']

/**
 * Derives the answer to a request from a cached complete answer, like the gateway (`serveContent`): all of it, its
 * head, a range, or 304.
 *
 * @param full - a `200` answer to `GET` of that URL
 * @param maxRangeBytes - see `Gateway.MaxRangeRequestFileSize`
 * @returns undefined if the node must answer; nothing of the cached answer has been read then
 */
export function partOfAnswer (request: Request, full: Response, maxRangeBytes: number): Response | undefined {
  const { method, headers: asked } = request

  if (!CONDITIONS.some((name) => asked.has(name))) {
    return method === 'HEAD' ? headResponse(full) : full
  }

  const { headers } = full
  const size = Number(headers.get('content-length') ?? 0)

  // Answers other than files and blocks evaluate conditions differently.
  if (headers.get('accept-ranges') !== 'bytes' || size === 0 || (maxRangeBytes > 0 && size > maxRangeBytes)) {
    return undefined
  }

  const modified = headers.get('last-modified')
  const outcome = checkPreconditions(request, {
    etag: headers.get('etag') ?? undefined,
    modifiedMs: modified == null ? undefined : parseHttpDate(modified)
  })

  if ('status' in outcome) {
    return outcome.status === 304 ? notModifiedResponse(full) : undefined
  }

  // The node knows other ETags of that content.
  if (asked.has('if-none-match')) {
    return undefined
  }

  if (outcome.range == null) {
    return method === 'HEAD' ? headResponse(full) : full
  }

  const range = singleRange(outcome.range, size)
  return range == null ? undefined : partialResponse(full, range, size, method === 'HEAD')
}

/** Returns the range; undefined for several, and for an unsatisfiable one. */
function singleRange (header: string, size: number): ByteRange | undefined {
  try {
    const ranges = satisfyRanges(parseRange(header), size)
    return ranges.length === 1 && ranges[0].length > 0 ? ranges[0] : undefined
  } catch {
    return undefined
  }
}

function headResponse (full: Response): Response {
  discardBody(full)
  return new Response(null, full)
}

function notModifiedResponse (full: Response): Response {
  discardBody(full)
  const headers = new Headers(full.headers)
  ;['accept-ranges', 'content-length', 'content-type', 'last-modified'].forEach((name) => {
    headers.delete(name)
  })
  return new Response(null, { status: 304, headers })
}

function partialResponse (full: Response, { start, length }: ByteRange, size: number, isHead: boolean): Response {
  const headers = new Headers(full.headers)
  headers.set('Content-Range', `bytes ${start}-${start + length - 1}/${size}`)
  headers.set('Content-Length', String(length))

  if (isHead) {
    discardBody(full)
    return new Response(null, { status: 206, headers })
  }

  return withLength(
    new Response(bodyStream(sliceBody(full.body!, start, start + length)), { status: 206, headers }),
    false
  )
}

/** Yields a range of the bytes of a body, and does not read the bytes after it. */
async function* sliceBody (body: ReadableStream<Uint8Array>, start: number, end: number): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()

  try {
    for (let at = 0; at < end;) {
      const { done, value } = await reader.read()

      if (done) {
        throw new Error('the cached response ended early')
      }

      if (at + value.byteLength > start) {
        yield value.subarray(Math.max(0, start - at), end - at)
      }

      at += value.byteLength
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function discardBody ({ body }: Response): void {
  body?.cancel().catch(() => {})
}
