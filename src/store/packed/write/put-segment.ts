import { packEntries } from '../segments/packed-lists.ts'
import type { SegmentEntry } from '../segments/packed-lists.ts'
import { putPages } from '../segments/pages.ts'
import { BLOB_MIN_BYTES, CONTENTS, SEGMENTS, USAGE } from '../schema/schema.ts'
import type { SegmentHandle } from '../schema/schema.ts'

/** What a segment is going to be: a Blob, or parts that are written in pages. */
export type SegmentContent = Blob | readonly Uint8Array[]

/**
 * The bytes of a segment as they are going to be kept. A Blob that is made ahead of its transaction is taken in by the browser while
 * another one is written.
 *
 * @param options.blobs - whether the database keeps Blobs
 */
export function segmentContent (parts: readonly Uint8Array[], { blobs }: { blobs: boolean }): SegmentContent {
  return blobs && sizeOf(parts) >= BLOB_MIN_BYTES ? new Blob(parts as Uint8Array<ArrayBuffer>[]) : parts
}

/** Writes a new segment, with all that belongs to it but the index records. */
export function putSegment (tx: IDBTransaction, segment: number, entries: SegmentEntry[], content: SegmentContent): void {
  // of its blocks, as those count that go; of some less is kept (`extentOf`)
  const size = entries.reduce((sum, { length }) => sum + length, 0)
  const handle: SegmentHandle = content instanceof Blob ? content : putPages(tx, segment, content)
  tx.objectStore(SEGMENTS).put(handle, segment)
  tx.objectStore(CONTENTS).put(packEntries(entries), segment)
  tx.objectStore(USAGE).put([size, size], segment)
}

function sizeOf (parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
}
