/**
 * Creates a stream of a body whose start was read already.
 *
 * @param start - what was read
 * @param reader - continues after it, and is cancelled with the stream
 * @param pending - a read that was begun already
 */
export function resumedStream<T extends Uint8Array> (
  start: T[],
  reader: ReadableStreamDefaultReader<T>,
  pending?: Promise<ReadableStreamReadResult<T>>
): ReadableStream<T> {
  return new ReadableStream<T>({
    async pull (controller) {
      const chunk = start.shift()

      if (chunk != null) {
        controller.enqueue(chunk)
        return
      }

      const { done, value } = await (pending ?? reader.read())
      pending = undefined

      if (done) {
        controller.close()
      } else {
        controller.enqueue(value)
      }
    },

    async cancel (reason) {
      await reader.cancel(reason)
    }
  }, { highWaterMark: 0 })
}
