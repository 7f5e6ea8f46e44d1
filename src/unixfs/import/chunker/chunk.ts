/** Bytes that become one leaf, in the pieces in which they came, so that only the framing of the block copies them. */
export interface Chunk {
  parts: Uint8Array[]
  /** sum of the parts' lengths */
  length: number
}

export const EMPTY_CHUNK: Chunk = { parts: [], length: 0 }

/** The bytes of a chunk as one array: without a copy when they lie in one piece. */
export function chunkBytes (chunk: Chunk): Uint8Array {
  if (chunk.parts.length === 1) {
    return chunk.parts[0]
  }

  const bytes = new Uint8Array(chunk.length)
  writeChunk(bytes, 0, chunk)
  return bytes
}

/** Copies a chunk to `at`; returns where it ends. */
export function writeChunk (out: Uint8Array, at: number, chunk: Chunk): number {
  for (const part of chunk.parts) {
    out.set(part, at)
    at += part.length
  }

  return at
}
