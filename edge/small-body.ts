import { timeLimit } from '../src/async/time-limit.ts'
import { toBytes } from '../src/bytes/to-bytes.ts'
import { bodyChunks } from '../src/http/body-chunks.ts'
import { plainError } from '../src/rpc/plain-responses.ts'

/** What the gateway is sent is records of names and announcements (`/routing/v1`), by anybody. */
export const MAX_SMALL_BYTES = 2 * 1024 * 1024

/** All of it comes in that time. */
const BODY_MS = 30_000

/** What bodies that come have in the memory of one worker together: beyond it only short ones are taken on. */
const MAX_COMING_BYTES = 24 * 1024 * 1024
const SHORT_BYTES = 16 * 1024

/** A chunk beside its bytes. */
const CHUNK_BYTES = 256

/** Seconds, as a header. */
const RETRY_S = '10'

let comingBytes = 0

class ManyBytesError extends Error {
  static override name = 'ManyBytesError'
  override name = 'ManyBytesError'
}

export interface SmallBody {
  request: Request
  /** to be called when the body is needed no more */
  release: () => void
}

/** The same request with all of its body here, before the node is woken for it: whoever sends slowly holds nothing of it. Or the answer to one that is too long or too slow. */
export async function smallBody (request: Request): Promise<SmallBody | { refused: Response }> {
  if (request.body == null) {
    return { request, release: () => {} }
  }

  const signal = timeLimit(BODY_MS)
  let bytes = 0

  // each chunk as it comes: how long a body says that it is counts for nothing
  const counted = async function * (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      bytes += chunk.byteLength + CHUNK_BYTES
      comingBytes += chunk.byteLength + CHUNK_BYTES

      if (bytes > SHORT_BYTES && comingBytes > MAX_COMING_BYTES) {
        throw new ManyBytesError()
      }

      yield chunk
    }
  }

  const release = (): void => {
    comingBytes -= bytes
    bytes = 0
  }

  try {
    const body = await toBytes(counted(bodyChunks(request, { signal })), { maxBytes: MAX_SMALL_BYTES })
    const { url, method, headers } = request
    return { request: new Request(url, { method, headers, body: body as Uint8Array<ArrayBuffer>, redirect: 'manual', signal: request.signal }), release }
  } catch (err) {
    release()
    return { refused: refusal(err as Error, signal) }
  }
}

function refusal (err: Error, { aborted }: AbortSignal): Response {
  return err.name === ManyBytesError.name
    ? plainError('429 Too Many Requests: too much is being sent at once', 429, { 'Retry-After': RETRY_S })
    : aborted ? plainError('408 Request Timeout', 408) : plainError(`413 Request Entity Too Large: no more than ${MAX_SMALL_BYTES} bytes`, 413)
}
