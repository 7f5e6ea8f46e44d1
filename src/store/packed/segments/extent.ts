import { contentLength, leafOf } from './leaf-frame.ts'

/** What there is of a block in its segment: all of it, or of a leaf its content. */
export interface Extent {
  start: number
  end: number
  /** the block is the leaf of these bytes */
  isContent: boolean
}

/**
 * What the two numbers of a record, or of a segment's list, say of where a block is.
 *
 * @param offset - where its bytes begin; where that of its content is meant, the complement of it, which is below 0
 * @param length - of the block
 */
export function extentOf (offset: number, length: number): Extent {
  return isContentAlone(offset) ? { start: ~offset, end: ~offset + contentLength(length), isContent: true } : { start: offset, end: offset + length, isContent: false }
}

/** The number for a record of a block that begins there, or of which the content does. */
export function offsetOf (start: number, isContent: boolean): number {
  return isContent ? ~start : start
}

/** The block, of the bytes of its extent. */
export function blockOf (bytes: Uint8Array, { isContent }: Pick<Extent, 'isContent'>): Uint8Array {
  return isContent ? leafOf(bytes) : bytes
}

/** Whether the content of a leaf is all that is kept of a block, by the offset of its record: it has no links then. */
export function isContentAlone (offset: number): boolean {
  return offset < 0
}
