/**
 * Chunks as a stream, each read when it is asked for. Who cancels it leaves them.
 *
 * @param end - called once: when there are no more, when they fail, or when the reader cancels
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
