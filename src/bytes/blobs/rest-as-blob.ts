import type { BlobContent, TakenRest } from './blob-content.ts'

/**
 * Yields the bytes of a content: first as they arrive, and from a multiple of `unit` on through `rest`, once the
 * content can be taken as a Blob.
 *
 * @param unit - number of bytes before the first attempt; doubles with each refusal
 */
export async function* restAsBlob (
  content: BlobContent,
  unit: number,
  minBytes: number,
  rest: (taken: TakenRest) => AsyncIterable<Uint8Array>
): AsyncGenerator<Uint8Array> {
  let read = 0
  let next = unit

  for await (const chunk of content) {
    for (; read + chunk.length >= next; next *= 2) {
      const taken = await content.takeRest?.(next, minBytes)

      if (taken != null) {
        yield chunk.subarray(0, next - read)
        yield* rest(taken)
        return
      }
    }

    read += chunk.length
    yield chunk
  }
}
