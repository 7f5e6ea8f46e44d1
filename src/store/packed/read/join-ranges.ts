import type { Wanted } from './wanted.ts'

/** The bytes of one range read for several blocks. */
const RANGE_MAX_BYTES = 8 * 1024 * 1024

/** Bytes between two wanted blocks that are rather read along than skipped. */
const RANGE_GAP_BYTES = 64 * 1024

export interface SegmentRange {
  segment: number
  start: number
  end: number
  blocks: Wanted[]
}

/** Joins blocks that lie near each other to ranges of bounded size. Those that are in no segment are passed over. */
export function joinRanges (wanted: Wanted[]): SegmentRange[] {
  const inSegments = wanted
    .filter(({ record: [place] }) => typeof place === 'number')
    .sort(({ record: a }, { record: b }) => (a[0] as number) - (b[0] as number) || a[1] - b[1])
  const joined: SegmentRange[] = []

  for (const block of inSegments) {
    const [segment, offset, length] = block.record as [number, number, number]
    const last = joined.at(-1)

    if (last?.segment === segment && offset - last.end <= RANGE_GAP_BYTES && offset + length - last.start <= RANGE_MAX_BYTES) {
      last.end = Math.max(last.end, offset + length)
      last.blocks.push(block)
    } else {
      joined.push({ segment, start: offset, end: offset + length, blocks: [block] })
    }
  }

  return joined
}
