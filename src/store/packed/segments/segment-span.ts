import type { BlockPart } from '../../blockstore/capabilities.ts'
import type { BlockRecord } from '../schema/schema.ts'
import { extentOf } from './extent.ts'

/** A range of a segment. */
export interface SegmentSpan {
  segment: number
  start: number
  end: number
}

/**
 * Returns where a part of a block is stored. Undefined if the block differs from what was expected, or is stored whole
 * although its payload is wanted, or the other way round.
 */
export function spanOf (
  { size, start, end, isContent = false }: BlockPart,
  segment: number,
  [, offset, length]: BlockRecord
): SegmentSpan | undefined {
  const kept = extentOf(offset, length)
  return kept.end - kept.start === size && kept.isContent === isContent
    ? { segment, start: kept.start + start, end: kept.start + end }
    : undefined
}

/** Returns whether one span begins where another ends, in the same segment. */
export function isContiguous (last: SegmentSpan, next: SegmentSpan): boolean {
  return last.segment === next.segment && last.end === next.start
}
