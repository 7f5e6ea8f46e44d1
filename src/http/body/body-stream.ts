import { delay } from '../../async/timers/delay.ts'

/**
 * Delay before a stream is broken, so that its last bytes arrive: browsers drop unread bytes of a worker's stream when
 * it breaks (seen in Chromium).
 */
const DRAIN_MS = 100

/** Waits between the last bytes of a body and its error, see `DRAIN_MS`. */
export async function drained (): Promise<void> {
  await delay(DRAIN_MS)
}

export interface BodyStreamOptions {
  /** called before a chunk is requested and after it has arrived */
  onWait?: () => void
  onChunk?: () => void
  /** called once, when reading ends; `reason` is set if the reader cancelled or a chunk failed */
  onEnd?: (reason?: unknown) => void
}

/**
 * Creates a response body from chunks that are produced on demand, with one chunk of read-ahead. Cancelling the stream
 * returns the iterator. An error of the iterator breaks the stream, after a short delay so that the bytes before it
 * arrive.
 */
export function bodyStream (
  chunks: AsyncIterator<Uint8Array>,
  { onWait, onChunk, onEnd }: BodyStreamOptions = {}
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull (controller) {
      onWait?.()

      try {
        const { done, value } = await chunks.next()
        onChunk?.()

        if (done === true) {
          controller.close()
          onEnd?.()
        } else {
          controller.enqueue(value)
        }
      } catch (err) {
        onChunk?.()
        onEnd?.(err)
        await drained()
        throw err
      }
    },

    async cancel (reason) {
      onEnd?.(reason ?? new DOMException('the reader went away', 'AbortError'))
      // errors of the iterator after a cancellation are irrelevant
      await chunks.return?.().catch(() => {})
    }
  })
}
