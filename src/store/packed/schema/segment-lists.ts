/** One block of a segment. */
export interface SegmentEntry {
  multihash: Uint8Array
  /** encoded as in `extentOf` */
  offset: number
  length: number
}

const ENTRY_HEAD_BYTES = 10
const KEY_HEAD_BYTES = 2

/**
 * Packs the list of a segment's blocks into one array: per block uint16 key length, int32 offset, uint32 length, key.
 * One array instead of objects, because structured cloning costs per object.
 */
export function packEntries (entries: readonly SegmentEntry[]): Uint8Array<ArrayBuffer> {
  const size = entries.reduce((sum, { multihash }) => sum + ENTRY_HEAD_BYTES + multihash.byteLength, 0)
  const packed = new Uint8Array(size)
  const view = new DataView(packed.buffer)
  let at = 0

  for (const { multihash, offset, length } of entries) {
    view.setUint16(at, multihash.byteLength)
    view.setInt32(at + 2, offset)
    view.setUint32(at + 6, length)
    packed.set(multihash, at + ENTRY_HEAD_BYTES)
    at += ENTRY_HEAD_BYTES + multihash.byteLength
  }

  return packed
}

export function unpackEntries (packed: Uint8Array): SegmentEntry[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const entries: SegmentEntry[] = []

  for (let at = 0; at < packed.byteLength;) {
    const start = at + ENTRY_HEAD_BYTES
    const end = start + view.getUint16(at)
    entries.push({
      multihash: packed.subarray(start, end),
      offset: view.getInt32(at + 2),
      length: view.getUint32(at + 6)
    })
    at = end
  }

  return entries
}

/** Packs a list of multihashes into one array: per key uint16 length, key. */
export function packKeys (keys: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(keys.reduce((sum, key) => sum + KEY_HEAD_BYTES + key.byteLength, 0))
  const view = new DataView(packed.buffer)
  let at = 0

  for (const key of keys) {
    view.setUint16(at, key.byteLength)
    packed.set(key, at + KEY_HEAD_BYTES)
    at += KEY_HEAD_BYTES + key.byteLength
  }

  return packed
}

export function unpackKeys (packed: Uint8Array): Uint8Array[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const keys: Uint8Array[] = []

  for (let at = 0; at < packed.byteLength;) {
    const start = at + KEY_HEAD_BYTES
    const end = start + view.getUint16(at)
    keys.push(packed.subarray(start, end))
    at = end
  }

  return keys
}
