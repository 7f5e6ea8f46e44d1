import type { Connection, Stream } from '@libp2p/interface'
import { frames } from './frames.ts'
import { streamChunks } from './stream-chunks.ts'

/** Told of what messages that have come in part take in memory: more bytes, or fewer. */
export type Held = (connection: Connection, bytes: number) => void

/** A piece of a message beside its bytes. */
const PIECE_BYTES = 256

/**
 * Messages of a stream, each with its length as a varint before it (`frames`), with what of them is in memory told as it comes and goes: also while a message is used.
 *
 * @param hold - called with more bytes, or fewer; all are gone when the iteration ends
 * @throws FrameTooLargeError; what the stream throws
 */
export async function * heldFrames (stream: Stream, maxBytes: number, hold: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let heldBytes = 0
  let last: ArrayBufferLike | undefined

  const change = (bytes: number): void => {
    heldBytes += bytes
    hold(bytes)
  }

  const pieces = async function * (): AsyncGenerator<Uint8Array> {
    for await (const piece of streamChunks(stream)) {
      // a piece keeps all of the buffer that it lies in
      change(PIECE_BYTES + (piece.buffer === last ? 0 : piece.buffer.byteLength))
      last = piece.buffer
      yield piece
    }
  }

  try {
    for await (const message of frames(pieces(), maxBytes)) {
      yield message
      // what is here behind it is of the piece that came last
      change(last!.byteLength - heldBytes)
    }
  } finally {
    change(-heldBytes)
  }
}
