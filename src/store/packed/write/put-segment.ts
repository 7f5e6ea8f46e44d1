import { BLOB_MIN_BYTES, CONTENTS, SEGMENTS, USAGE } from '../schema/schema.ts'
import type { SegmentHandle } from '../schema/schema.ts'
import { packEntries } from '../schema/segment-lists.ts'
import type { SegmentEntry } from '../schema/segment-lists.ts'
import { putPages } from '../segments/pages.ts'

/** The content of a new segment: a Blob, or parts that are written as pages. */
export type SegmentContent = Blob | readonly Uint8Array[]

/**
 * Prepares the content of a segment. The browser copies a Blob that is created before its transaction while another
 * transaction is being written.
 *
 * @param options.blobs - whether the database accepts Blobs
 */
export function segmentContent (parts: readonly Uint8Array[], { blobs }: { blobs: boolean }): SegmentContent {
  return blobs && totalBytes(parts) >= BLOB_MIN_BYTES ? new Blob(parts as Uint8Array<ArrayBuffer>[]) : parts
}

/** Writes a new segment and everything that belongs to it, except the index records. */
export function putSegment (
  tx: IDBTransaction,
  segment: number,
  entries: SegmentEntry[],
  content: SegmentContent
): void {
  // Sum of block lengths, as usage counts them; for payload leaves fewer bytes are stored (`extentOf`).
  const size = entries.reduce((sum, { length }) => sum + length, 0)
  const handle: SegmentHandle = content instanceof Blob ? content : putPages(tx, segment, content)
  tx.objectStore(SEGMENTS).put(handle, segment)
  tx.objectStore(CONTENTS).put(packEntries(entries), segment)
  tx.objectStore(USAGE).put([size, size], segment)
}

function totalBytes (parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
}
