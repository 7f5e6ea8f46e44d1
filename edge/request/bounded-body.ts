import { plainError } from '../../src/rpc/response/plain-responses.ts'

/** Size limit of a request on the edge (Cloudflare's free and pro plans). */
export const MAX_BODY_BYTES = 100 * 1024 * 1024

const TOO_LARGE =
  `413 Request Entity Too Large: this node accepts at most ${
    MAX_BODY_BYTES / 1024 / 1024
  } MiB per request. Send more data in parts: by swipfs/bucket/upload, as several CARs by dag/import, or by ` +
  'files/write with an offset.'

/** Returns the error for an upload with a too large declared length; undefined for any other. */
export function refuseLarge (request: Request): Response | undefined {
  return Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES ? plainError(TOO_LARGE, 413) : undefined
}

/** Returns the request with a limited body: a body of unknown length breaks with this error if it becomes too large. */
export function boundedBody (request: Request): Request {
  if (request.body == null || request.headers.has('content-length')) {
    return request
  }

  let bytes = 0

  const counted = request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform (chunk, controller) {
        bytes += chunk.byteLength

        if (bytes > MAX_BODY_BYTES) {
          controller.error(new Error(TOO_LARGE))
        } else {
          controller.enqueue(chunk)
        }
      }
    })
  )

  return new Request(request, { body: counted, duplex: 'half' } as RequestInit)
}
