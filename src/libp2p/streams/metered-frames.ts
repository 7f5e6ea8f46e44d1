import type { Connection, Stream } from '@libp2p/interface'
import { frames } from './frames.ts'
import { streamChunks } from './stream-chunks.ts'

/** Reports the memory of partly received messages: more bytes, or fewer. */
export type MemoryReport = (connection: Connection, bytes: number) => void

/** Memory overhead of a piece of a message. */
const PIECE_BYTES = 256

/**
 * Yields the length-prefixed messages of a stream (`frames`), and reports the memory that they occupy, also while a
 * message is used.
 *
 * @param hold - called with more bytes, or fewer; the sum is 0 when the iteration ends
 * @throws FrameTooLargeError; the errors of the stream
 */
export async function* meteredFrames (
  stream: Stream,
  maxBytes: number,
  hold: (bytes: number) => void
): AsyncGenerator<Uint8Array> {
  let heldBytes = 0
  let last: ArrayBufferLike | undefined

  const change = (bytes: number): void => {
    heldBytes += bytes
    hold(bytes)
  }

  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of streamChunks(stream)) {
      // A piece keeps its whole buffer in memory.
      change(PIECE_BYTES + (piece.buffer === last ? 0 : piece.buffer.byteLength))
      last = piece.buffer
      yield piece
    }
  }

  try {
    for await (const message of frames(pieces(), maxBytes)) {
      yield message
      // Bytes after the message belong to the last piece.
      change(last!.byteLength - heldBytes)
    }
  } finally {
    change(-heldBytes)
  }
}
