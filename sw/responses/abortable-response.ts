export interface AbortableOptions {
  /**
   * called once, after the body was read, broke, was cut, or was cancelled and its source was notified; `reason` is set
   * unless it ended normally
   */
  ended: (reason?: unknown) => void
  /** bytes after the last chunk of a body that ended normally */
  tail?: Uint8Array<ArrayBuffer>
  /**
   * Once it aborts, a body that ends normally breaks with its reason: its source may have stopped because of the abort,
   * as an endless command (`log/tail`) does when its client leaves.
   */
  leaving?: AbortSignal
}

export interface AbortableResponse {
  response: Response
  /** Breaks the body with an error immediately, even if it is not being read. No effect on a body that has ended. */
  cut: (err: Error) => void
}

/** Returns the response with a body that can be broken from outside. The response must have a body. */
export function abortableResponse (response: Response, { ended, tail, leaving }: AbortableOptions): AbortableResponse {
  const reader = response.body!.getReader()
  let controller!: ReadableStreamDefaultController<Uint8Array>
  /** Whether the body was cut or cancelled: the result of a pending read is ignored. */
  let left = false
  let over = false

  const finish = (reason?: unknown): void => {
    if (!over) {
      over = true
      ended(reason)
    }
  }

  const body = new ReadableStream<Uint8Array>({
    start (given) {
      controller = given
    },

    async pull () {
      try {
        const { done, value } = await reader.read()

        if (left) {
          return
        }

        if (!done) {
          controller.enqueue(value)
          return
        }

        if (leaving?.aborted === true) {
          throw leaving.reason
        }

        if (tail != null) {
          controller.enqueue(tail)
        }

        controller.close()
        finish()
      } catch (err) {
        if (!left) {
          finish(err)
          controller.error(err)
        }
      }
    },

    async cancel (reason) {
      left = true
      await reader.cancel(reason).finally(() => {
        finish(reason ?? new DOMException('the reader went away', 'AbortError'))
      })
    }
  }, { highWaterMark: 0 })

  return {
    response: new Response(body, response),

    cut (err) {
      if (!over && !left) {
        left = true
        controller.error(err)
        reader.cancel(err).catch(() => {}).finally(() => {
          finish(err)
        })
      }
    }
  }
}
