import type { Stream } from '@libp2p/interface'
import { meteredFrames } from './metered-frames.ts'

/**
 * Reads the next length-prefixed message of a stream.
 *
 * @param hold - see `meteredFrames`
 * @throws an Error if the stream ends before it; FrameTooLargeError; the errors of the stream
 */
export async function readFrame (
  stream: Stream,
  maxBytes: number,
  hold: (bytes: number) => void = () => {}
): Promise<Uint8Array> {
  for await (const message of meteredFrames(stream, maxBytes, hold)) {
    return message
  }

  throw new Error('the peer has closed the stream')
}
