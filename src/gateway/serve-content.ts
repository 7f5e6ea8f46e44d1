import { formatHttpDate } from '../http/http-date.ts'
import { checkPreconditions } from '../http/preconditions.ts'
import { parseRange, satisfyRanges } from '../http/ranges.ts'
import type { ByteRange } from '../http/ranges.ts'
import { plainText } from './plain-text.ts'
import type { Resolved } from './request.ts'
import { fixedBody } from './response-body.ts'

/** Bytes of a known number that can be read from anywhere. */
export interface Content {
  size: number
  /** milliseconds since 1970 */
  modifiedMs: number | undefined
  /** its media type, where finding that out takes reading; else `Content-Type` is set already */
  type?: (range: ByteRange | undefined) => Promise<string>
  read: (range: ByteRange) => AsyncGenerator<Uint8Array> | Uint8Array
  /** the same as a Blob, where there is one */
  blob?: (range: ByteRange) => Promise<Blob | undefined>
}

/**
 * Answers with a content or a range of it, as boxo's `serve_http_content.go` does: conditions first, of several ranges the
 * first one, and the whole where the ranges together are longer than that. `ETag` is set already.
 */
export async function serveContent (rq: Resolved, { size, modifiedMs, type, read, blob }: Content): Promise<Response> {
  const { request, headers } = rq
  const etag = headers.get('etag') ?? undefined

  if (modifiedMs != null && modifiedMs !== 0) {
    headers.set('Last-Modified', formatHttpDate(modifiedMs))
  }

  const outcome = checkPreconditions(request, { etag, modifiedMs: modifiedMs === 0 ? undefined : modifiedMs })

  if ('status' in outcome && outcome.status === 304) {
    return notModified(headers)
  }

  let range: ByteRange | undefined

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
  const { start, length } = range ?? { start: 0, length: size }

  if (range != null) {
    headers.set('Content-Range', `bytes ${start}-${start + length - 1}/${size}`)
  }

  return await fixedBody(rq, range == null ? 200 : 206, length, { read: () => read({ start, length }), blob: () => blob?.({ start, length }) })
}

/**
 * The range to send; undefined for the whole. Some clients ask for everything in ranges, so that an empty file is answered as
 * it is.
 *
 * @throws RangeNotSatisfiableError
 */
function pickRange (header: string | undefined, size: number): ByteRange | undefined {
  if (header == null || size === 0) {
    return undefined
  }

  const ranges = satisfyRanges(parseRange(header), size)
  return ranges.reduce((sum, { length }) => sum + length, 0) > size ? undefined : ranges[0]
}

function notModified (headers: Headers): Response {
  headers.delete('Content-Type')
  // the tag says more than the time
  headers.delete('Last-Modified')
  return new Response(null, { status: 304, headers })
}
