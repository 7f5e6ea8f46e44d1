import { settledWithin } from '../../async/promises/settled-within.ts'

export interface ReadStartOptions {
  /** stop reading at this length, or a chunk later */
  maxBytes: number
  /** stop waiting after this time, in milliseconds */
  maxMs: number
}

/** The start of a body: all of it, or a stream that gives the same bytes from the beginning. */
export type BodyStart = { whole: Array<Uint8Array<ArrayBuffer>> } | { stream: ReadableStream<Uint8Array> }

/**
 * Reads a body until it ends, or until a limit is reached.
 *
 * @throws what the body breaks with in that time
 */
export async function readStart (
  body: ReadableStream<Uint8Array>,
  { maxBytes, maxMs }: ReadStartOptions
): Promise<BodyStart> {
  const reader = body.getReader()
  const chunks: Array<Uint8Array<ArrayBuffer>> = []
  const endMs = performance.now() + maxMs
  let bytes = 0
  let pending: Promise<ReadableStreamReadResult<Uint8Array>> | undefined

  while (bytes < maxBytes) {
    pending = reader.read()
    const read = await settledWithin(pending, Math.max(0, endMs - performance.now()))

    if (read === 'late') {
      break
    }

    pending = undefined

    if ('error' in read) {
      throw read.error
    }

    if (read.value.done) {
      return { whole: chunks }
    }

    chunks.push(read.value.value as Uint8Array<ArrayBuffer>)
    bytes += read.value.value.byteLength
  }

  return {
    stream: new ReadableStream<Uint8Array>({
      async pull (controller) {
        const chunk = chunks.shift()

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
}
