/**
 * Joins small chunks to chunks of about `targetBytes`; large ones pass as they are. A stream of many small pieces (headers of
 * blocks, rows of a page) costs its reader a turn a piece otherwise.
 */
export async function * coalesce (chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, targetBytes: number): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let bytes = 0

  for await (const chunk of chunks) {
    if (bytes > 0 && bytes + chunk.byteLength > targetBytes) {
      yield join(waiting, bytes)
      waiting = []
      bytes = 0
    }

    if (chunk.byteLength >= targetBytes) {
      yield chunk
    } else if (chunk.byteLength > 0) {
      waiting.push(chunk)
      bytes += chunk.byteLength
    }
  }

  if (bytes > 0) {
    yield join(waiting, bytes)
  }
}

function join (chunks: Uint8Array[], bytes: number): Uint8Array {
  if (chunks.length === 1) {
    return chunks[0]
  }

  const joined = new Uint8Array(bytes)
  let at = 0

  for (const chunk of chunks) {
    joined.set(chunk, at)
    at += chunk.byteLength
  }

  return joined
}
