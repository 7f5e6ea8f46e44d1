import { addUint64 } from '../../bytes/protobuf/uint64.ts'
import type { Uint64 } from '../../bytes/protobuf/uint64.ts'
import { formatHttpDate } from '../../http/headers/http-date.ts'
import { checkPreconditions } from '../../http/headers/preconditions.ts'
import { parseRange, satisfyRanges } from '../../http/headers/ranges.ts'
import type { ByteRange } from '../../http/headers/ranges.ts'
import { plainText } from '../errors/plain-text.ts'
import type { Resolved } from '../request/request.ts'
import { fixedBody } from './response-body.ts'

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
