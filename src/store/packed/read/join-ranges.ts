import { extentOf } from '../segments/extent.ts'
import type { BlockRequest } from './block-request.ts'

/** Largest range that is read for several blocks. */
const RANGE_MAX_BYTES = 8 * 1024 * 1024

/** Gap between two wanted blocks up to which the gap is read too. */
const RANGE_GAP_BYTES = 64 * 1024

export interface SegmentRange {
  segment: number
  start: number
  end: number
  blocks: BlockRequest[]
}

/** Joins blocks that lie near each other to ranges of bounded size. Skips blocks that are in no segment. */
export function joinRanges (wanted: BlockRequest[]): SegmentRange[] {
  const inSegments = wanted
    .filter(({ record: [place] }) => typeof place === 'number')
    .map((block) => ({ block, segment: block.record[0] as number, extent: extentOf(block.record[1], block.record[2]) }))
    .sort((a, b) => a.segment - b.segment || a.extent.start - b.extent.start)
  const joined: SegmentRange[] = []

  for (const { block, segment, extent: { start, end } } of inSegments) {
    const last = joined.at(-1)

    if (last?.segment === segment && start - last.end <= RANGE_GAP_BYTES && end - last.start <= RANGE_MAX_BYTES) {
      last.end = Math.max(last.end, end)
      last.blocks.push(block)
    } else {
      joined.push({ segment, start, end, blocks: [block] })
    }
  }

  return joined
}
