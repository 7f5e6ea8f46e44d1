import { parseRange, satisfyRanges } from '../../src/http/headers/ranges.ts'

/**
 * Answers a range request for a cached file, as video players send it, with 206, or with 416 if the range is past the
 * end. Several ranges, an invalid `Range`, and an `If-Range` of another version get the whole file (RFC 9110, 14.2).
 *
 * @param response - the whole file, with status 200
 * @returns the response itself if no range is requested
 */
export async function rangeResponse (
  request: Pick<Request, 'method' | 'headers'>,
  response: Response
): Promise<Response> {
  const range = request.headers.get('Range')

  if (
    range == null || request.method !== 'GET' || response.status !== 200 ||
    !isSameVersion(request.headers.get('If-Range'), response.headers)
  ) {
    return response
  }

  const specs = parseRangeOrUndefined(range)

  if (specs?.length !== 1) {
    return response
  }

  const blob = await response.blob()
  const headers = new Headers(response.headers)

  try {
    const [{ start, length }] = satisfyRanges(specs, blob.size)

    // `bytes=-0`, or any suffix of an empty file: Go answers 206 without a byte, RFC 9110 (14.1.2) wants 416.
    if (length === 0) {
      return unsatisfiableResponse(blob.size)
    }

    headers.set('Content-Range', `bytes ${start}-${start + length - 1}/${blob.size}`)
    headers.set('Content-Length', String(length))
    return new Response(blob.slice(start, start + length), { status: 206, statusText: 'Partial Content', headers })
  } catch {
    return unsatisfiableResponse(blob.size)
  }
}

function unsatisfiableResponse (size: number): Response {
  return new Response(null, {
    status: 416,
    statusText: 'Range Not Satisfiable',
    headers: { 'Content-Range': `bytes */${size}` }
  })
}

function parseRangeOrUndefined (range: string): ReturnType<typeof parseRange> | undefined {
  try {
    return parseRange(range)
  } catch {
    return undefined
  }
}

function isSameVersion (ifRange: string | null, headers: Headers): boolean {
  return ifRange == null ||
    (ifRange.startsWith('"') ? ifRange === headers.get('ETag') : ifRange === headers.get('Last-Modified'))
}
