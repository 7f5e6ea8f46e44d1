import type { Stream } from '@libp2p/interface'
import { frames } from './frames.ts'
import { streamChunks } from './stream-chunks.ts'

/** The next message of a stream, with its length before it. @throws an Error where the stream ends before it; FrameTooLargeError; what the stream throws */
export async function oneFrame (stream: Stream, maxBytes: number): Promise<Uint8Array> {
  for await (const message of frames(streamChunks(stream), maxBytes)) {
    return message
  }

  throw new Error('the peer has closed the stream')
}
