import type { BlockPart } from '../../blockstore.ts'
import type { BlockRecord } from '../schema/schema.ts'
import { extentOf } from './extent.ts'

/** Bytes of a segment. */
export interface Stretch {
  segment: number
  start: number
  end: number
}

/** Where a part of a block lies. Undefined where it is another block, or a leaf that is there as a whole where its content is meant, or the other way round. */
export function stretchOf ({ size, start, end, isContent = false }: BlockPart, segment: number, [, offset, length]: BlockRecord): Stretch | undefined {
  const kept = extentOf(offset, length)
  return kept.end - kept.start === size && kept.isContent === isContent ? { segment, start: kept.start + start, end: kept.start + end } : undefined
}

/** Whether one begins where another ends, in the same segment. */
export function goesOn (last: Stretch, next: Stretch): boolean {
  return last.segment === next.segment && last.end === next.start
}
