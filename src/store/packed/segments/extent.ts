import { contentLength, leafOf } from '../../../ipld/dag-pb/leaf-frame.ts'

/** The bytes of a block in its segment: the whole block, or the payload of a leaf. */
export interface Extent {
  start: number
  end: number
  /** the block is the leaf around these bytes */
  isContent: boolean
}

/**
 * Decodes the two numbers of a record, or of a segment's list.
 *
 * @param offset - start of the block's bytes; for the payload of a leaf its bitwise complement, which is negative
 * @param length - of the block
 */
export function extentOf (offset: number, length: number): Extent {
  return isContentAlone(offset)
    ? { start: ~offset, end: ~offset + contentLength(length), isContent: true }
    : { start: offset, end: offset + length, isContent: false }
}

/** Encodes the offset of a block, or of its payload. */
export function offsetOf (start: number, isContent: boolean): number {
  return isContent ? ~start : start
}

/** Returns the block of the bytes of an extent. */
export function blockOf (bytes: Uint8Array, { isContent }: Pick<Extent, 'isContent'>): Uint8Array {
  return isContent ? leafOf(bytes) : bytes
}

/** Returns whether only the payload of a leaf is stored, by the offset of its record. The block has no links then. */
export function isContentAlone (offset: number): boolean {
  return offset < 0
}
