import { varintBytes, varintLength } from '../../../bytes/varint.ts'

/*
 * A leaf of dag-pb as Kubo's importer makes them (boxo `importer/helpers/dagbuilder.go`): the node has data and no links, the data are those of a file without
 * mode and time. What stands around its content is told by the length of it alone.
 */

/** Field and wire type of a node's data; the type of a file; field and wire type of its bytes. */
const NODE_DATA = 0x0a
const FILE_AND_DATA = [0x08, 0x02, 0x12]
/** Field and wire type of its size. */
const FILE_SIZE = 0x18

/** A leaf of this content. */
export function leafOf (content: Uint8Array): Uint8Array<ArrayBuffer> {
  const leaf = new Uint8Array(leafLength(content.length))
  writeLeaf(leaf, content)
  return leaf
}

/** Writes it to the beginning of `out`. */
export function writeLeaf (out: Uint8Array, content: Uint8Array): void {
  const [head, tail] = frame(content.length)
  out.set(head)
  out.set(content, head.length)
  out.set(tail, head.length + content.length)
}

/** Bytes of the leaf of a content of so many. */
export function leafLength (length: number): number {
  return headLength(length) + length + tailLength(length)
}

/** Whether a block is the leaf of a content, by its frame: of the bytes between nobody looks. */
export function isLeafOf (block: Uint8Array, content: Uint8Array): boolean {
  const [head, tail] = frame(content.length)
  const end = head.length + content.length
  return block.length === end + tail.length && head.every((byte, i) => block[i] === byte) && tail.every((byte, i) => block[end + i] === byte)
}

/** The content of a block that is such a leaf, by its frame; undefined for any other. */
export function leafContent (block: Uint8Array): Uint8Array | undefined {
  const length = contentLength(block.length)
  const start = headLength(length)
  const content = block.subarray(start, start + length)
  return isLeafOf(block, content) ? content : undefined
}

/** Bytes of the content of a leaf of so many bytes. */
export function contentLength (leafBytes: number): number {
  let length = leafBytes - 1

  while (length + headLength(length) + tailLength(length) > leafBytes) {
    length--
  }

  return length
}

/** Bytes before a content of so many. */
export function headLength (length: number): number {
  return 1 + varintLength(dataLength(length)) + FILE_AND_DATA.length + varintLength(length)
}

function tailLength (length: number): number {
  return 1 + varintLength(length)
}

function dataLength (length: number): number {
  return FILE_AND_DATA.length + varintLength(length) + length + tailLength(length)
}

function frame (length: number): [head: Uint8Array, tail: Uint8Array] {
  const size = varintBytes(length)
  return [Uint8Array.of(NODE_DATA, ...varintBytes(dataLength(length)), ...FILE_AND_DATA, ...size), Uint8Array.of(FILE_SIZE, ...size)]
}
