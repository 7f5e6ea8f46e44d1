import { timeLimit } from '../../async/signals/time-limit.ts'
import { toBytes } from '../../bytes/to-bytes.ts'
import { isError } from '../../errors/define-error.ts'
import { goQuote } from '../../go/text/quote.ts'
import { streamChunks } from '../../http/body/body-chunks.ts'
import { CorruptReferenceError, REFERENCE_STATUS } from './corrupt-reference-error.ts'
import type { Reference } from './reference.ts'

const OK = 200
const PARTIAL = 206

/** The timeout for a stalled server. */
const TIMEOUT_MS = 60_000

/**
 * Reads the bytes of a reference to a URL with a range request (boxo `filestore/fsrefstore.go`, `readURLDataObj`).
 * Returns fewer bytes if the document ends before.
 *
 * @throws CorruptReferenceError
 * @throws the signal's reason
 */
export async function readUrl (
  { path, offset, size }: Reference,
  signal: AbortSignal | undefined
): Promise<Uint8Array> {
  try {
    const response = await fetch(path, {
      headers: { Range: `bytes=${offset}-${offset + size - 1}` },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: timeLimit(TIMEOUT_MS, signal)
    })

    if (response.status === OK && offset > 0) {
      await response.body?.cancel()
      throw referenceError(`expected HTTP 206 got ${OK}: ${goQuote(path)} is served without ranges`)
    }

    if (response.status !== OK && response.status !== PARTIAL) {
      await response.body?.cancel()
      throw referenceError(`expected HTTP 200 or 206 got ${response.status}`)
    }

    return response.body == null ? new Uint8Array() : await toBytes(takeBytes(streamChunks(response.body), size))
  } catch (err) {
    signal?.throwIfAborted()
    throw isError(err, CorruptReferenceError)
      ? err
      : referenceError(
        `Get ${goQuote(path)}: ${((err as Error).cause as Error | undefined)?.message ?? (err as Error).message}`
      )
  }
}

/** Yields at most `size` bytes, then cancels the download. */
async function* takeBytes (chunks: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let left = size

  for await (const chunk of chunks) {
    yield chunk.subarray(0, left)
    left -= chunk.length

    if (left <= 0) {
      return
    }
  }
}

function referenceError (message: string): CorruptReferenceError {
  return new CorruptReferenceError(REFERENCE_STATUS.fileError, message)
}
