import { concatBytes } from '../../bytes/concat-bytes.ts'

/** The beginning of a body that was read, and what can be made of it. */
export interface Peeked {
  start: Uint8Array
  /** the body has no more than the start */
  whole: boolean
  /** The same response with other bytes in place of the start; the rest follows as it comes. */
  resume: (start: Uint8Array, headers: Headers) => Response
  /** Nobody reads the rest. */
  cancel: () => Promise<void>
}

/**
 * Reads the first bytes of a response's body, `least` of them where there are as many. Its body is to be read by
 * `resume` from then on.
 */
export async function peekBody (response: Response, least: number): Promise<Peeked> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  let whole = false

  while (length < least && !whole) {
    const { done, value } = await reader.read()
    whole = done

    if (value != null) {
      chunks.push(value)
      length += value.byteLength
    }
  }

  return {
    start: concatBytes(chunks),
    whole,

    resume: (start, headers) =>
      new Response(
        new ReadableStream<Uint8Array>({
          async pull (controller) {
            if (start.byteLength > 0) {
              controller.enqueue(start)
              start = new Uint8Array()
              return
            }

            const { done, value } = await reader.read()

            if (done) {
              controller.close()
            } else {
              controller.enqueue(value)
            }
          },

          async cancel (reason) {
            await reader.cancel(reason)
          }
        }, { highWaterMark: 0 }),
        { status: response.status, statusText: response.statusText, headers }
      ),

    cancel: async () => {
      await reader.cancel()
    }
  }
}
