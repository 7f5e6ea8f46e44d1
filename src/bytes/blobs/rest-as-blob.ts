import type { BlobContent, TakenRest } from './blob-content.ts'

/**
 * The bytes of a content: first as they come, and from a multiple of `unit` on as `rest` gives them, where the content
 * can be taken as a Blob then.
 *
 * @param unit - so many bytes are read before that is asked for the first time, twice as many each time that it is
 *   refused
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
