/**
 * Returns chunks as a stream with backpressure: each is read when it is requested. Cancelling the stream ends the
 * generator.
 *
 * @param end - called once: after the last chunk, after an error, or when the reader cancels
 */
export function chunkStream<T> (chunks: AsyncGenerator<T>, end: () => void): ReadableStream<T> {
  let hasEnded = false

  const ended = (): void => {
    if (!hasEnded) {
      hasEnded = true
      end()
    }
  }

  return new ReadableStream({
    async pull (controller) {
      try {
        const { done, value } = await chunks.next()

        if (done !== true) {
          controller.enqueue(value)
        } else if (!hasEnded) {
          ended()
          controller.close()
        }
      } catch (err) {
        ended()
        throw err
      }
    },

    async cancel () {
      ended()
      await chunks.return(undefined)
    }
  }, { highWaterMark: 0 })
}
