import { BLOB_MIN_BYTES, SEGMENT_MAX_BYTES } from '../schema/schema.ts'
import { segmentContent } from './put-segment.ts'
import type { SegmentContent } from './put-segment.ts'
import type { PendingBlock } from './write-group.ts'

/** Blocks that are going to be one segment. */
export interface NewSegment {
  blocks: PendingBlock[]
  content: SegmentContent
}

/**
 * Divides the blocks of a group, in their order, among segments. What would make no Blob of its own stays with its neighbours.
 *
 * @param options.blobs - whether the database keeps Blobs; where it does not, all is one segment in pages
 */
export function segmentsOf (blocks: readonly PendingBlock[], { blobs }: { blobs: boolean }): NewSegment[] {
  const parts: PendingBlock[][] = []
  let left = blocks.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
  let size = 0

  for (const block of blocks) {
    const { byteLength } = block.bytes

    if (parts.length === 0 || (blobs && size + byteLength > SEGMENT_MAX_BYTES && Math.min(size, left) >= BLOB_MIN_BYTES)) {
      parts.push([])
      size = 0
    }

    parts.at(-1)!.push(block)
    size += byteLength
    left -= byteLength
  }

  return parts.map((blocks) => ({ blocks, content: segmentContent(blocks.map(({ bytes }) => bytes), { blobs }) }))
}
