import type { BlockPart, StoreOptions } from '../../blockstore.ts'
import { multihashKey } from '../../../cid/multihash-key.ts'
import type { PackedReader } from '../read/packed-reader.ts'
import type { IndexLookup } from '../read/index-lookup.ts'
import { extentOf } from './extent.ts'
import type { Extent } from './extent.ts'
import { headLength } from './leaf-frame.ts'
import type { SegmentReader } from './segment-reader.ts'

/** Blocks whose places are looked up in one transaction. */
const LOOKUP_BATCH = 512

/** Pieces of one Blob: many small ones are read more slowly than the blocks themselves (measured with 512). */
const MAX_PIECES = 128

/** Bytes of blocks that lie in no Blob and so go along in memory. */
const MAX_BYTES_IN_MEMORY = 2 * 1024 * 1024

interface Stretch {
  segment: number
  start: number
  end: number
}

/** The parts as one Blob made of stretches of segments, or undefined: see `Blockstore.blob`. */
export async function segmentBlob (parts: readonly BlockPart[], { reader, lookup, segments }: { reader: PackedReader, lookup: IndexLookup, segments: SegmentReader }, { signal }: StoreOptions): Promise<Blob | undefined> {
  const stretches: Array<Stretch | Uint8Array> = []
  let inMemory = 0

  for (let at = 0; at < parts.length; at += LOOKUP_BATCH) {
    signal?.throwIfAborted()
    const batch = parts.slice(at, at + LOOKUP_BATCH).map((part) => ({ ...part, key: multihashKey(part.cid.multihash.bytes) }))
    const records = await lookup.records(new Set(batch.map(({ key }) => key)))

    for (const { cid, key, size, start, end } of batch) {
      const record = records.get(key)

      if (record == null || record[2] !== size) {
        return
      }

      const stretch = typeof record[0] === 'number' && await segments.isBlob(record[0]) ? stretchOf(record[0], extentOf(record[1], size), start, end) : undefined
      const last = stretches.at(-1)

      if (stretch == null) {
        inMemory += size
        const bytes = inMemory > MAX_BYTES_IN_MEMORY ? undefined : await reader.bytes(cid)

        if (bytes == null) {
          return
        }

        stretches.push(bytes.subarray(start, end))
      } else if (last != null && 'segment' in last && last.segment === stretch.segment && last.end === stretch.start) {
        last.end = stretch.end
      } else {
        stretches.push(stretch)
      }
    }

    if (stretches.length > MAX_PIECES) {
      return
    }
  }

  const pieces = await Promise.all(stretches.map(async (stretch) => 'segment' in stretch
    ? await segments.slice(stretch.segment, stretch.start, stretch.end)
    : stretch as Uint8Array<ArrayBuffer>))

  return new Blob(pieces)
}

/** Where a part of a block lies; undefined where that is not in its segment, which has the content alone. @param from - within the block, as `to` */
function stretchOf (segment: number, { start, end, isContent }: Extent, from: number, to: number): Stretch | undefined {
  const begin = isContent ? start - headLength(end - start) : start
  return begin + from >= start && begin + to <= end ? { segment, start: begin + from, end: begin + to } : undefined
}
