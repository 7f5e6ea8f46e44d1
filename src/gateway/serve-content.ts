import { formatHttpDate } from '../http/http-date.ts'
import { checkPreconditions } from '../http/preconditions.ts'
import { parseRange, satisfyRanges } from '../http/ranges.ts'
import type { ByteRange } from '../http/ranges.ts'
import { plainText } from './plain-text.ts'
import type { Resolved } from './request.ts'
import { fixedBody } from './response-body.ts'
import { StatusError } from './status-error.ts'

/** Bytes of a known number that can be read from anywhere. */
export interface Content {
  size: number
  /** milliseconds since 1970 */
  modifiedMs: number | undefined
  read: (range: ByteRange) => AsyncGenerator<Uint8Array> | Uint8Array
}

/**
 * Answers with a content or a range of it, as boxo's `serve_http_content.go` does: conditions first, of several ranges the
 * first one, and the whole where the ranges together are longer than that. `Content-Type` and `ETag` are set already.
 */
export async function serveContent (rq: Resolved, { size, modifiedMs, read }: Content): Promise<Response> {
  const { request, headers } = rq
  const etag = headers.get('etag') ?? undefined

  if (modifiedMs != null && modifiedMs !== 0) {
    headers.set('Last-Modified', formatHttpDate(modifiedMs))
  }

  // a GET with a range that is none is the client's fault, whatever its conditions
  if (request.method === 'GET') {
    checkRangeSyntax(request.headers.get('range') ?? '')
  }

  const outcome = checkPreconditions(request, { etag, modifiedMs: modifiedMs === 0 ? undefined : modifiedMs })

  if ('status' in outcome) {
    return unmodified(headers, outcome.status)
  }

  const range = pickRange(outcome.range, size)

  if (range instanceof Error) {
    headers.set('Content-Range', `bytes */${size}`)
    return plainText(headers, range.message, 416)
  }

  headers.set('Accept-Ranges', 'bytes')
  const { start, length } = range ?? { start: 0, length: size }

  if (range != null) {
    headers.set('Content-Range', `bytes ${start}-${start + length - 1}/${size}`)
  }

  return await fixedBody(rq, range == null ? 200 : 206, length, () => read({ start, length }))
}

function checkRangeSyntax (header: string): void {
  try {
    if (header !== '') {
      parseRange(header)
    }
  } catch (err) {
    throw new StatusError(400, `invalid range request: ${(err as Error).message}`)
  }
}

/** The range to send; undefined for the whole; an error where there is nothing to send. */
function pickRange (header: string | undefined, size: number): ByteRange | undefined | Error {
  // some clients ask everything in ranges: of an empty file they get it
  if (header == null) {
    return undefined
  }

  try {
    const ranges = satisfyRanges(parseRange(header), size)
    const sum = ranges.reduce((sum, { length }) => sum + length, 0)
    return sum > size ? undefined : ranges[0]
  } catch (err) {
    return size === 0 && (err as Error).name === 'RangeNotSatisfiableError' ? undefined : err as Error
  }
}

function unmodified (headers: Headers, status: 304 | 412): Response {
  if (status === 304) {
    headers.delete('Content-Type')
    // the tag says more than the time
    headers.delete('Last-Modified')
  }

  return new Response(null, { status, headers })
}
