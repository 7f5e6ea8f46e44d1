import type { Stream } from '@libp2p/interface'

type Writable = Pick<Stream, 'send' | 'status' | 'writeStatus' | 'writableNeedsDrain' | 'writeBufferLength' | 'addEventListener' | 'removeEventListener'>

/**
 * Writes to a stream of libp2p, and waits until all of it has gone to the connection. Not by its own `onDrain`: that waits for the
 * first drain of a stream alone (@libp2p/utils keeps its promise), and what a slow peer does not take would then pile up in memory.
 *
 * @throws the signal's reason; why the stream was closed
 */
export async function writeStream (stream: Writable, bytes: Uint8Array, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
  signal?.throwIfAborted()

  if (stream.writeStatus !== 'writable') {
    throw new Error('the stream is closed')
  }

  stream.send(bytes)

  while (stream.writableNeedsDrain || stream.writeBufferLength > 0) {
    await progress(stream, signal)
  }

  // of one that was cut nothing waits any more: it was thrown away
  if (stream.status === 'aborted' || stream.status === 'reset') {
    throw new Error('the stream is closed')
  }
}

/** Resolves with the next sign that something has gone. */
async function progress (stream: Writable, signal: AbortSignal | undefined): Promise<void> {
  let unlisten = (): void => {}

  try {
    await new Promise<void>((resolve, reject) => {
      const go = (): void => { resolve() }
      const closed = (event?: Event & { error?: Error }): void => { reject(event?.error ?? new Error('the stream is closed')) }
      const aborted = (): void => { reject(signal?.reason as Error) }
      stream.addEventListener('drain', go)
      stream.addEventListener('idle', go)
      stream.addEventListener('close', closed)
      signal?.addEventListener('abort', aborted)

      unlisten = () => {
        stream.removeEventListener('drain', go)
        stream.removeEventListener('idle', go)
        stream.removeEventListener('close', closed)
        signal?.removeEventListener('abort', aborted)
      }

      if (stream.status !== 'open' && stream.status !== 'closing') {
        closed()
      }
    })
  } finally {
    unlisten()
  }
}
