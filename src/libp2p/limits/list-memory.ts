/** Bytes as libp2p stores them (package uint8arraylist): in the pieces in which they arrived. */
export interface ByteList extends Iterable<Uint8Array> {
  readonly byteLength: number
  /** Releases bytes from the front. */
  consume: (bytes: number) => void
}

/** Memory overhead of a piece: the view and its buffer. */
const PIECE_BYTES = 256

/**
 * Returns the memory that byte lists occupy. A piece keeps the whole buffer that it is a view of; a shared buffer
 * counts once.
 */
export function listMemory (lists: Iterable<ByteList>): number {
  const buffers = new Set<ArrayBufferLike>()
  let bytes = 0

  for (const list of lists) {
    for (const { buffer } of list) {
      bytes += PIECE_BYTES

      if (!buffers.has(buffer)) {
        buffers.add(buffer)
        bytes += buffer.byteLength
      }
    }
  }

  return bytes
}
