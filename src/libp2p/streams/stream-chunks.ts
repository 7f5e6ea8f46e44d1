import type { Stream, StreamMessageEvent } from '@libp2p/interface'

/** Received and unread bytes above which the other end is paused. */
const HIGH_WATER_BYTES = 256 * 1024

type Events = Pick<Stream, 'addEventListener' | 'removeEventListener' | 'pause' | 'resume' | 'readStatus'>

/**
 * Yields the bytes of a libp2p stream as they arrive, until the other end has closed its side. Applies backpressure to
 * the sender; libp2p's own iteration does not, and buffers without limit.
 *
 * @throws the reason of a reset
 */
export async function* streamChunks (
  stream: Events & Pick<Stream, 'remoteWriteStatus' | 'status'>
): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = []
  let waiting = 0
  let ended = false
  let error: Error | undefined
  let wake = (): void => {}

  const message = ({ data }: StreamMessageEvent): void => {
    chunks.push(...data instanceof Uint8Array ? [data] : data)
    waiting += data.byteLength
    wake()

    if (waiting > HIGH_WATER_BYTES && stream.readStatus === 'readable') {
      stream.pause()
    }
  }

  const end = (evt: Event & { error?: Error }): void => {
    ended = true
    error ??= evt.error
    wake()
  }

  stream.addEventListener('message', message)
  stream.addEventListener('remoteCloseWrite', end)
  stream.addEventListener('close', end)
  ended = stream.status !== 'open' && stream.status !== 'closing'
  ended ||= stream.remoteWriteStatus === 'closed'

  try {
    // Earlier bytes are delivered in the microtask after this one.
    await Promise.resolve()

    for (;;) {
      const some = chunks
      chunks = []
      waiting = 0

      if (stream.readStatus === 'paused') {
        stream.resume()
      }

      yield* some

      if (chunks.length === 0) {
        if (error != null) {
          throw error
        }

        if (ended) {
          return
        }

        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    stream.removeEventListener('message', message)
    stream.removeEventListener('remoteCloseWrite', end)
    stream.removeEventListener('close', end)
  }
}
