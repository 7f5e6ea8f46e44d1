import { concatBytes } from './concat-bytes.ts'

/** Chunk size from which the bytes cost more than the turn of the event loop that every chunk needs. */
const MIN_CHUNK_BYTES = 64 * 1024

/**
 * Combines small chunks; large ones pass without a copy. If the source fails, the bytes before the error come first.
 */
export async function* coalesce (
  source: AsyncIterable<Uint8Array>,
  minBytes = MIN_CHUNK_BYTES
): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = []
  let length = 0
  let failure: { error: unknown } | undefined

  const flush = (): Uint8Array => {
    const chunk = parts.length === 1 ? parts[0] : concatBytes(parts)
    parts = []
    length = 0
    return chunk
  }

  try {
    for await (const chunk of source) {
      if (chunk.byteLength >= minBytes && length > 0) {
        yield flush()
      }

      parts.push(chunk)
      length += chunk.byteLength

      if (length >= minBytes) {
        yield flush()
      }
    }
  } catch (error) {
    failure = { error }
  }

  if (length > 0) {
    yield flush()
  }

  if (failure != null) {
    throw failure.error
  }
}
