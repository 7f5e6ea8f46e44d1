/** Bytes as libp2p keeps them (package uint8arraylist): in the pieces in which they have come. */
export interface ByteList extends Iterable<Uint8Array> {
  readonly byteLength: number
  /** Lets go of so many bytes. */
  consume: (bytes: number) => void
}

/** A piece beside its bytes: the view, and the place of its buffer. */
const PIECE_BYTES = 256

/** What lists of bytes take in memory. A piece keeps the whole buffer that it is a view of, however short it is itself, and one buffer counts once. */
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
