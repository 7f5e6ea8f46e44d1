import { multihashKey } from '../../../cid/hash/multihash-key.ts'
import type { BlockPart } from '../../blockstore/capabilities.ts'
import { extentOf } from '../segments/extent.ts'
import type { SegmentCache } from '../segments/segment-cache.ts'
import type { SegmentReader } from '../segments/segment-reader.ts'
import { isContiguous, spanOf } from '../segments/segment-span.ts'
import type { SegmentSpan } from '../segments/segment-span.ts'
import type { PackedReader } from './packed-reader.ts'

/**
 * Returns the bytes of parts that are adjacent in a segment, or undefined: see `ExtentReader.range`.
 *
 * @throws if the segment is gone or cannot be read
 */
export async function contiguousRange (
  parts: readonly BlockPart[],
  { reader, segments, cache }: { reader: PackedReader; segments: SegmentReader; cache: SegmentCache }
): Promise<Uint8Array | undefined> {
  const keys = parts.map(({ cid }) => multihashKey(cid.multihash.bytes))
  const isInMemory = (): boolean => keys.some((key) => reader.inMemory(key) != null)

  if (isInMemory()) {
    return
  }

  const records = await reader.records(keys)
  let merged: SegmentSpan | undefined

  for (const [i, part] of parts.entries()) {
    const record = records.get(keys[i])
    const span = typeof record?.[0] === 'number' ? spanOf(part, record[0], record) : undefined

    if (span == null || (merged != null && !isContiguous(merged, span))) {
      return
    }

    merged = { ...span, start: merged?.start ?? span.start }
  }

  if (merged == null || !await segments.isBlob(merged.segment)) {
    return
  }

  const { segment, start, end } = merged
  await segments.loading(segment)

  if (isInMemory()) {
    return
  }

  // For a sequential reader, the rest of the segment is read ahead.
  if (cache.advance(segment, start, end)) {
    const [, offset, length] = records.get(keys[0])!
    await segments.ahead(segment, extentOf(offset, length).start)
    return
  }

  return await segments.range(segment, start, end)
}
