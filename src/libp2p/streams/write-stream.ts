import type { Stream } from '@libp2p/interface'

type Writable = Pick<
  Stream,
  | 'send'
  | 'status'
  | 'writeStatus'
  | 'writableNeedsDrain'
  | 'writeBufferLength'
  | 'addEventListener'
  | 'removeEventListener'
>

/**
 * Writes to a libp2p stream, and waits until everything was passed to the connection. The stream's own `onDrain` only
 * waits for its first drain (@libp2p/utils caches its promise), so that data for a slow peer would accumulate in
 * memory.
 *
 * @throws the signal's reason; the reason of a closed stream
 */
export async function writeStream (
  stream: Writable,
  bytes: Uint8Array,
  { signal }: { signal?: AbortSignal } = {}
): Promise<void> {
  signal?.throwIfAborted()

  if (stream.writeStatus !== 'writable') {
    throw new Error('the stream is closed')
  }

  stream.send(bytes)

  while (stream.writableNeedsDrain || stream.writeBufferLength > 0) {
    await waitForProgress(stream, signal)
  }

  // A cut stream has no pending bytes: they were discarded.
  if (stream.status === 'aborted' || stream.status === 'reset') {
    throw new Error('the stream is closed')
  }
}

/** Resolves at the next sign of progress. */
async function waitForProgress (stream: Writable, signal: AbortSignal | undefined): Promise<void> {
  let unlisten = (): void => {}

  try {
    await new Promise<void>((resolve, reject) => {
      const go = (): void => {
        resolve()
      }
      const closed = (event?: Event & { error?: Error }): void => {
        reject(event?.error ?? new Error('the stream is closed'))
      }
      const aborted = (): void => {
        reject(signal?.reason as Error)
      }
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
