import { timeLimit } from '../../src/async/signals/time-limit.ts'
import { toBytes } from '../../src/bytes/to-bytes.ts'
import { defineError, isError } from '../../src/errors/define-error.ts'
import { bodyChunks } from '../../src/http/body/body-chunks.ts'
import { plainError } from '../../src/rpc/response/plain-responses.ts'

/** Limit of a gateway request's body, which is a name record or an announcement (`/routing/v1`), from anyone. */
export const MAX_SMALL_BYTES = 2 * 1024 * 1024

/** Timeout of the whole body. */
const BODY_MS = 30_000

/** Limit of the bytes of incoming bodies in one worker: above it only short bodies are accepted. */
const MAX_RECEIVING_BYTES = 24 * 1024 * 1024
const SHORT_BYTES = 16 * 1024

/** Memory overhead of a chunk. */
const CHUNK_BYTES = 256

/** `Retry-After` of refused requests, in seconds. */
const RETRY_S = '10'

let receivingBytes = 0

class ManyBytesError extends defineError('ManyBytesError') {}

export interface SmallBody {
  request: Request
  /** must be called when the body is no longer needed */
  release: () => void
}

/**
 * Reads the whole body before the node is woken for the request, so that slow senders occupy nothing of it. Returns an
 * error response if the body is too long or too slow.
 */
export async function smallBody (request: Request): Promise<SmallBody | { refused: Response }> {
  if (request.body == null) {
    return { request, release: () => {} }
  }

  const signal = timeLimit(BODY_MS)
  let bytes = 0

  // Counts each received chunk: the declared length is not trusted.
  const counted = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      bytes += chunk.byteLength + CHUNK_BYTES
      receivingBytes += chunk.byteLength + CHUNK_BYTES

      if (bytes > SHORT_BYTES && receivingBytes > MAX_RECEIVING_BYTES) {
        throw new ManyBytesError()
      }

      yield chunk
    }
  }

  const release = (): void => {
    receivingBytes -= bytes
    bytes = 0
  }

  try {
    const body = await toBytes(counted(bodyChunks(request, { signal })), { maxBytes: MAX_SMALL_BYTES })
    const { url, method, headers } = request
    return {
      request: new Request(url, {
        method,
        headers,
        body: body as Uint8Array<ArrayBuffer>,
        redirect: 'manual',
        signal: request.signal
      }),
      release
    }
  } catch (err) {
    release()
    return { refused: refusalResponse(err as Error, signal) }
  }
}

function refusalResponse (err: Error, { aborted }: AbortSignal): Response {
  if (isError(err, ManyBytesError)) {
    return plainError('429 Too Many Requests: too many uploads at once', 429, { 'Retry-After': RETRY_S })
  }

  return aborted
    ? plainError('408 Request Timeout', 408)
    : plainError(`413 Request Entity Too Large: no more than ${MAX_SMALL_BYTES} bytes`, 413)
}
