import { varintBytes, varintLength } from '../../bytes/protobuf/varint.ts'

/*
 * The frame of a dag-pb leaf as Kubo's importer writes it (boxo `importer/helpers/dagbuilder.go`). The leaf is a node
 * without links, with the UnixFS data of a file without mode and mtime. The length of the payload alone determines the
 * frame:
 *
 *     0a <data length> 08 02 12 <payload length> PAYLOAD 18 <payload length>
 *
 * Lengths are varints.
 */

/** The tag of a node's data; then the UnixFS type `file` and the tag of its bytes. */
const NODE_DATA = 0x0a
const FILE_AND_DATA = [0x08, 0x02, 0x12]
/** The tag of the file size. */
const FILE_SIZE = 0x18

/** Returns the leaf around a payload. */
export function leafOf (content: Uint8Array): Uint8Array<ArrayBuffer> {
  const leaf = new Uint8Array(leafLength(content.length))
  writeLeaf(leaf, content)
  return leaf
}

/** Writes the leaf to the start of `out`. */
export function writeLeaf (out: Uint8Array, content: Uint8Array): void {
  const [head, tail] = leafFrame(content.length)
  out.set(head)
  out.set(content, head.length)
  out.set(tail, head.length + content.length)
}

/** Returns the length of the leaf for a payload of this length. */
export function leafLength (length: number): number {
  return headLength(length) + length + tailLength(length)
}

/** Returns whether a block is the leaf of a payload. Compares only the frame, not the payload bytes. */
export function isLeafOf (block: Uint8Array, content: Uint8Array): boolean {
  const [head, tail] = leafFrame(content.length)
  const end = head.length + content.length
  return block.length === end + tail.length && head.every((byte, i) => block[i] === byte) &&
    tail.every((byte, i) => block[end + i] === byte)
}

/** Returns the payload if the frame shows that a block is a leaf of this form; undefined for any other block. */
export function leafContent (block: Uint8Array): Uint8Array | undefined {
  const length = contentLength(block.length)
  const start = headLength(length)
  const content = block.subarray(start, start + length)
  return isLeafOf(block, content) ? content : undefined
}

/** Returns the payload length of a leaf of this length. */
export function contentLength (leafBytes: number): number {
  let length = leafBytes - 1

  while (length + headLength(length) + tailLength(length) > leafBytes) {
    length--
  }

  return length
}

/** Returns the length of the frame before a payload. */
export function headLength (length: number): number {
  return 1 + varintLength(dataLength(length)) + FILE_AND_DATA.length + varintLength(length)
}

function tailLength (length: number): number {
  return 1 + varintLength(length)
}

function dataLength (length: number): number {
  return FILE_AND_DATA.length + varintLength(length) + length + tailLength(length)
}

function leafFrame (length: number): [head: Uint8Array, tail: Uint8Array] {
  const size = varintBytes(length)
  return [
    Uint8Array.of(NODE_DATA, ...varintBytes(dataLength(length)), ...FILE_AND_DATA, ...size),
    Uint8Array.of(FILE_SIZE, ...size)
  ]
}
