import { timeLimit } from '../src/async/time-limit.ts'
import { toBytes } from '../src/bytes/to-bytes.ts'
import { bodyChunks } from '../src/http/body-chunks.ts'
import { plainError } from '../src/rpc/plain-responses.ts'

/** What the gateway is sent is records of names and announcements (`/routing/v1`), by anybody. */
export const MAX_SMALL_BYTES = 2 * 1024 * 1024

/** All of it comes in that time. */
const BODY_MS = 30_000

/** The same request with all of its body here, before the node is woken for it: whoever sends slowly holds nothing of it. Or the answer to one that is too long or too slow. */
export async function smallBody (request: Request): Promise<{ request: Request } | { refused: Response }> {
  if (request.body == null) {
    return { request }
  }

  const signal = timeLimit(BODY_MS)

  try {
    const body = await toBytes(bodyChunks(request, { signal }), { maxBytes: MAX_SMALL_BYTES })
    const { url, method, headers } = request
    return { request: new Request(url, { method, headers, body: body as Uint8Array<ArrayBuffer>, redirect: 'manual', signal: request.signal }) }
  } catch {
    return { refused: signal.aborted ? plainError('408 Request Timeout', 408) : plainError(`413 Request Entity Too Large: no more than ${MAX_SMALL_BYTES} bytes`, 413) }
  }
}
