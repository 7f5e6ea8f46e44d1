/**
 * The same response; `ended` is called once, when its body was read to the end, broke, or was cancelled and the one who makes
 * it has heard of that.
 */
export function whenBodyEnds (response: Response, ended: () => void): Response {
  const reader = response.body!.getReader()
  let left = false

  const body = new ReadableStream<Uint8Array>({
    async pull (controller) {
      try {
        const { done, value } = await reader.read()

        if (left) {
          return // a read that was under way when the reader left ends too, and `cancel` tells of it
        }

        if (done) {
          controller.close()
          ended()
        } else {
          controller.enqueue(value)
        }
      } catch (err) {
        if (!left) {
          ended()
          controller.error(err)
        }
      }
    },

    async cancel (reason) {
      left = true
      await reader.cancel(reason).finally(ended)
    }
  }, { highWaterMark: 0 })

  return new Response(body, response)
}
