import { concatBytes } from './concat-bytes.ts'

type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

export interface ToBytesOptions {
  signal?: AbortSignal
  /** maximum size: a larger source ends at once with the error of `tooLarge` */
  maxBytes?: number
  tooLarge?: () => Error
}

/**
 * Collects the value given to `put`, or another source of bytes, in one array. A single array is returned without a
 * copy.
 *
 * @throws the error of the source, the signal's reason, or the error of `tooLarge`
 */
export async function toBytes (
  value: Uint8Array | Chunks,
  { signal, maxBytes = Infinity, tooLarge = () => new Error(`over ${maxBytes} bytes`) }: ToBytesOptions = {}
): Promise<Uint8Array> {
  if (ArrayBuffer.isView(value)) {
    return value
  }

  const chunks: Uint8Array[] = []
  let length = 0

  for await (const chunk of value) {
    signal?.throwIfAborted()
    length += chunk.byteLength

    if (length > maxBytes) {
      throw tooLarge()
    }

    chunks.push(chunk)
  }

  return chunks.length === 1 ? chunks[0] : concatBytes(chunks)
}
