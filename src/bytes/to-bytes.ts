import { concatBytes } from './concat-bytes.ts'

type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

export interface ToBytesOptions {
  signal?: AbortSignal
  /** more than this is not collected: it ends with the error of `tooLarge` as soon as it is seen */
  maxBytes?: number
  tooLarge?: () => Error
}

/**
 * The value given to `put`, or another source of bytes, as one array; a single array is passed on without a copy.
 *
 * @throws whatever the source throws, the signal's reason when it is aborted, and the error of `tooLarge`
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
