import { ANSWER_END } from '../../port/answer-end.ts'
import { AnswerCutError } from '../protocol/errors.ts'

/**
 * Removes the end mark of an answer. If the mark is missing, because the browser stopped the worker, the body breaks
 * with an AnswerCutError. Returns an answer without a mark unchanged.
 */
export function checkedAnswer (response: Response): Response {
  const mark = response.headers.get(ANSWER_END)

  if (mark == null || response.body == null) {
    return response
  }

  const { status, statusText } = response
  const headers = new Headers(response.headers)
  headers.delete(ANSWER_END)
  return new Response(withoutMark(response.body, new TextEncoder().encode(mark)), { status, statusText, headers })
}

/** Holds back the last bytes, as many as the mark has, because any of them may be its beginning. */
function withoutMark (body: ReadableStream<Uint8Array>, mark: Uint8Array): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let held = new Uint8Array()

  return new ReadableStream<Uint8Array>({
    async pull (controller) {
      for (;;) {
        const { done, value } = await reader.read()

        if (done) {
          if (held.byteLength !== mark.byteLength || !held.every((byte, i) => byte === mark[i])) {
            throw new AnswerCutError()
          }

          controller.close()
          return
        }

        const free = held.byteLength + value.byteLength - mark.byteLength

        if (free <= 0) {
          held = joinBytes(held, value)
          continue
        }

        // A chunk that is longer than the mark is passed on without a copy.
        if (held.byteLength > 0) {
          controller.enqueue(held.subarray(0, Math.min(free, held.byteLength)))
        }

        if (free > held.byteLength) {
          controller.enqueue(value.subarray(0, free - held.byteLength))
          held = value.slice(free - held.byteLength)
        } else {
          held = joinBytes(held.subarray(free), value)
        }

        return
      }
    },

    async cancel (reason) {
      await reader.cancel(reason)
    }
  }, { highWaterMark: 0 })
}

function joinBytes (first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.byteLength + second.byteLength)
  bytes.set(first)
  bytes.set(second, first.byteLength)
  return bytes
}
