import { delay } from '../../async/timers/delay.ts'

/**
 * A browser drops what a page has not read yet when a worker's stream breaks (seen in Chromium), so the last bytes get
 * this long to arrive.
 */
const DRAIN_MS = 100

/** To be awaited between the last bytes of a body and its break. */
export async function drained (): Promise<void> {
  await delay(DRAIN_MS)
}

export interface BodyStreamOptions {
  /** runs before a chunk is asked for and after it has come, however it comes */
  onWait?: () => void
  onChunk?: () => void
  /** runs once, when nothing more will be read; `reason` where the reader went away or a chunk could not be had */
  onEnd?: (reason?: unknown) => void
}

/**
 * A response body over chunks that are made as they are read. One chunk is made ahead. When the reader goes away the
 * iterator is returned; an error of it breaks the stream, a moment later so that the bytes before it arrive.
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
      // what the iterator still has to say is of no interest to anybody
      await chunks.return?.().catch(() => {})
    }
  })
}
