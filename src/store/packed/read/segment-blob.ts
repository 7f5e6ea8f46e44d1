import { multihashKey } from '../../../cid/hash/multihash-key.ts'
import { leafContent } from '../../../ipld/dag-pb/leaf-frame.ts'
import type { StoreOptions } from '../../blockstore/blockstore.ts'
import type { BlockPart } from '../../blockstore/capabilities.ts'
import type { SegmentReader } from '../segments/segment-reader.ts'
import { isContiguous, spanOf } from '../segments/segment-span.ts'
import type { SegmentSpan } from '../segments/segment-span.ts'
import type { PackedReader } from './packed-reader.ts'

/** The number of blocks per lookup transaction. */
const LOOKUP_BATCH = 512

/** Pieces per Blob: many small ones are read more slowly than the blocks themselves. */
const MAX_PIECES = 128

/** Bytes of blocks that are in no Blob segment and are copied into memory. */
const MAX_BYTES_IN_MEMORY = 2 * 1024 * 1024

/** Returns the parts as one Blob made of spans of segments, or undefined: see `ExtentReader.blob`. */
export async function segmentBlob (
  parts: readonly BlockPart[],
  { reader, segments }: { reader: PackedReader; segments: SegmentReader },
  { signal }: StoreOptions
): Promise<Blob | undefined> {
  const spans: Array<SegmentSpan | Uint8Array> = []
  let inMemory = 0

  for (let at = 0; at < parts.length; at += LOOKUP_BATCH) {
    signal?.throwIfAborted()
    const batch = parts.slice(at, at + LOOKUP_BATCH).map((part) => ({
      ...part,
      key: multihashKey(part.cid.multihash.bytes)
    }))
    const records = await reader.records([...new Set(batch.map(({ key }) => key))])

    for (const part of batch) {
      const { cid, size, start, end, isContent = false } = part
      const record = records.get(part.key)

      if (record == null) {
        return
      }

      const [place, , length] = record
      const last = spans.at(-1)

      if (typeof place !== 'number' || !await segments.isBlob(place)) {
        inMemory += length
        const block = inMemory > MAX_BYTES_IN_MEMORY ? undefined : await reader.bytes(cid)
        const bytes = block == null || !isContent ? block : leafContent(block)

        if (bytes?.length !== size) {
          return
        }

        spans.push(bytes.subarray(start, end))
        continue
      }

      const span = spanOf(part, place, record)

      if (span == null) {
        return
      }

      if (last != null && 'segment' in last && isContiguous(last, span)) {
        last.end = span.end
      } else {
        spans.push(span)
      }
    }

    if (spans.length > MAX_PIECES) {
      return
    }
  }

  const pieces = await Promise.all(spans.map(async (span) =>
    'segment' in span
      ? await segments.slice(span.segment, span.start, span.end)
      : span as Uint8Array<ArrayBuffer>
  ))

  const [piece] = pieces
  // Wrapping a single Blob would cost another call to the browser.
  return pieces.length === 1 && piece instanceof Blob ? piece : new Blob(pieces)
}
