import type { Stream } from '@libp2p/interface'

/**
 * Uses a stream and closes it. Resets it if that fails, or exceeds the signal.
 *
 * @throws the errors of `use`
 */
export async function withStream<T> (
  stream: Stream,
  signal: AbortSignal,
  use: (stream: Stream) => Promise<T>
): Promise<T> {
  const abort = (): void => {
    stream.abort(signal.reason as Error)
  }
  signal.addEventListener('abort', abort, { once: true })

  try {
    const result = await use(stream)
    await stream.close({ signal })
    return result
  } catch (err) {
    stream.abort(err as Error)
    throw err
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
