/** The bytes of one leaf, as views into the input, so that they are copied only into the block. */
export interface Chunk {
  parts: Uint8Array[]
  /** the total length of the parts */
  length: number
}

export const EMPTY_CHUNK: Chunk = { parts: [], length: 0 }

/** Returns the bytes of a chunk as one array. Does not copy a chunk of one part. */
export function chunkBytes (chunk: Chunk): Uint8Array {
  if (chunk.parts.length === 1) {
    return chunk.parts[0]
  }

  const bytes = new Uint8Array(chunk.length)
  writeChunk(bytes, 0, chunk)
  return bytes
}

/**
 * Copies a chunk to `at`.
 *
 * @returns the end position
 */
export function writeChunk (out: Uint8Array, at: number, chunk: Chunk): number {
  for (const part of chunk.parts) {
    out.set(part, at)
    at += part.length
  }

  return at
}
