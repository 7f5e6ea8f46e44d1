import type { Stream, StreamMessageEvent } from '@libp2p/interface'

/** Bytes that may have come and not been read before the other end is told to wait. */
const HIGH_WATER_BYTES = 256 * 1024

type Events = Pick<Stream, 'addEventListener' | 'removeEventListener' | 'pause' | 'resume' | 'readStatus'>

/**
 * The bytes of a stream of libp2p as they come, until the other end writes no more. A reader that is slow holds the sender up: the
 * iteration that libp2p offers does not, and grows without bounds.
 *
 * @throws why the stream was reset
 */
export async function * streamChunks (stream: Events & Pick<Stream, 'remoteWriteStatus' | 'status'>): AsyncGenerator<Uint8Array> {
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
    // what came before is handed out in the microtask behind this one
    await Promise.resolve()

    for (;;) {
      const some = chunks
      chunks = []
      waiting = 0

      if (stream.readStatus === 'paused') {
        stream.resume()
      }

      yield * some

      if (chunks.length === 0) {
        if (error != null) {
          throw error
        }

        if (ended) {
          return
        }

        await new Promise<void>((resolve) => { wake = resolve })
      }
    }
  } finally {
    stream.removeEventListener('message', message)
    stream.removeEventListener('remoteCloseWrite', end)
    stream.removeEventListener('close', end)
  }
}
