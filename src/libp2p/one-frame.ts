import type { Stream } from '@libp2p/interface'
import { heldFrames } from './held-frames.ts'

/** The next message of a stream, with its length before it. @param hold - as of `heldFrames` @throws an Error where the stream ends before it; FrameTooLargeError; what the stream throws */
export async function oneFrame (stream: Stream, maxBytes: number, hold: (bytes: number) => void = () => {}): Promise<Uint8Array> {
  for await (const message of heldFrames(stream, maxBytes, hold)) {
    return message
  }

  throw new Error('the peer has closed the stream')
}
