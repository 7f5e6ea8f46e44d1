type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/**
 * The value given to `put` as one array; a single array is passed on without a copy.
 *
 * @throws whatever the source throws, and the signal's reason when it is aborted
 */
export async function toBytes (value: Uint8Array | Chunks, signal?: AbortSignal): Promise<Uint8Array> {
  if (ArrayBuffer.isView(value)) {
    return value
  }

  const chunks: Uint8Array[] = []
  let length = 0

  for await (const chunk of value) {
    signal?.throwIfAborted()
    chunks.push(chunk)
    length += chunk.byteLength
  }

  if (chunks.length === 1) {
    return chunks[0]
  }

  const bytes = new Uint8Array(length)
  let offset = 0

  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }

  return bytes
}
