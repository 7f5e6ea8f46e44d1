import { multihashKey } from '../../../cid/hash/multihash-key.ts'

/** A block of a container: its multihash, and its place in the segment or among the bytes of the bundle. */
export interface ContentsEntry {
  hash: Uint8Array
  start: number
  size: number
}

/** The contents of a container, which alone decide which blocks it has. */
export interface Contents {
  /** number of the publication that wrote them */
  seq: number
  /** places by `multihashKey` */
  places: ReadonlyMap<string, Pick<ContentsEntry, 'start' | 'size'>>
  /** the bytes of the blocks of a bundle; empty for a segment */
  data: Uint8Array
}

/** The first bytes of the contents of a container. */
const MAGIC = 0x53574331

const HEAD_BYTES = 16
/** Length of the multihash, start and size of an entry. */
const ENTRY_BYTES = 10

/**
 * Encodes contents.
 *
 * @param data - the bytes of the blocks of a bundle, in the order of the entries
 */
export function encodeContents (
  seq: number,
  entries: readonly ContentsEntry[],
  data: readonly Uint8Array[] = []
): Uint8Array<ArrayBuffer> {
  const headBytes = HEAD_BYTES + entries.reduce((sum, { hash }) => sum + ENTRY_BYTES + hash.byteLength, 0)
  const bytes = new Uint8Array(headBytes + data.reduce((sum, { byteLength }) => sum + byteLength, 0))
  const view = new DataView(bytes.buffer)
  view.setUint32(0, MAGIC)
  view.setFloat64(4, seq)
  view.setUint32(12, entries.length)
  let at = HEAD_BYTES

  for (const { hash, start, size } of entries) {
    view.setUint16(at, hash.byteLength)
    view.setUint32(at + 2, start)
    view.setUint32(at + 6, size)
    bytes.set(hash, at + ENTRY_BYTES)
    at += ENTRY_BYTES + hash.byteLength
  }

  for (const part of data) {
    bytes.set(part, at)
    at += part.byteLength
  }

  return bytes
}

/**
 * Decodes contents.
 *
 * @throws an Error if the bytes are no contents
 */
export function decodeContents (bytes: Uint8Array): Contents {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

  if (bytes.byteLength < HEAD_BYTES || view.getUint32(0) !== MAGIC) {
    throw new Error('these are not the contents of a container')
  }

  const places = new Map<string, { start: number; size: number }>()
  let at = HEAD_BYTES

  for (let left = view.getUint32(12); left > 0; left--) {
    const end = at + ENTRY_BYTES + view.getUint16(at)
    const hash = bytes.subarray(at + ENTRY_BYTES, end)
    places.set(multihashKey(hash), { start: view.getUint32(at + 2), size: view.getUint32(at + 6) })
    at = end
  }

  return { seq: view.getFloat64(4), places, data: bytes.subarray(at) }
}
