import { concatBytes } from './concat-bytes.ts'

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

  for await (const chunk of value) {
    signal?.throwIfAborted()
    chunks.push(chunk)
  }

  return chunks.length === 1 ? chunks[0] : concatBytes(chunks)
}
