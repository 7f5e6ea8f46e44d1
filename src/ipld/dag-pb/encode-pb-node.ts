import type { CID } from 'multiformats/cid'
import type { Uint64 } from '../../bytes/protobuf/uint64.ts'
import { varintLength, writeVarint } from '../../bytes/protobuf/varint.ts'

/** A link to encode; undefined fields are omitted. A decoded `PbLink` also has this type. */
export interface NewPbLink {
  cid: CID
  /** UTF-8; empty for links of files */
  nameBytes?: Uint8Array
  /** the cumulative size in bytes of all blocks below */
  tsize?: Uint64 | undefined
}

/** Data that is written in place, which saves a copy of each leaf. */
export interface NewPbData {
  /** the number of bytes that `write` produces */
  length: number
  /** writes the data at `at` */
  write: (out: Uint8Array, at: number) => void
}

// protobuf tags: field number and wire type
const NODE_DATA = 0x0a
const NODE_LINK = 0x12
const LINK_HASH = 0x0a
const LINK_NAME = 0x12
const LINK_TSIZE = 0x18

/**
 * Encodes a dag-pb node in one allocation of the exact size. Writes links before the data, as go-codec-dagpb does.
 *
 * @param links - in the order of the node: sorted by the bytes of the names
 */
export function encodePbNode (links: readonly NewPbLink[], data?: NewPbData): Uint8Array<ArrayBuffer> {
  const dataLength = data == null ? 0 : 1 + varintLength(data.length) + data.length
  const out = new Uint8Array(links.reduce((length, link) => length + pbLinkLength(link), dataLength))
  let at = 0

  for (const link of links) {
    out[at++] = NODE_LINK
    at = writeVarint(out, at, bodyLength(link))
    at = writeLink(out, at, link)
  }

  if (data != null) {
    out[at++] = NODE_DATA
    data.write(out, writeVarint(out, at, data.length))
  }

  return out
}

/** Returns the number of bytes that a link adds to a node. */
export function pbLinkLength (link: NewPbLink): number {
  const length = bodyLength(link)
  return 1 + varintLength(length) + length
}

function bodyLength ({ nameBytes, cid, tsize }: NewPbLink): number {
  return fieldLength(cid.bytes) + (nameBytes == null ? 0 : fieldLength(nameBytes)) +
    (tsize == null ? 0 : 1 + varintLength(tsize))
}

function fieldLength ({ length }: Uint8Array): number {
  return 1 + varintLength(length) + length
}

function writeLink (out: Uint8Array, at: number, { nameBytes, cid, tsize }: NewPbLink): number {
  at = writeBytes(out, at, LINK_HASH, cid.bytes)

  if (nameBytes != null) {
    at = writeBytes(out, at, LINK_NAME, nameBytes)
  }

  if (tsize == null) {
    return at
  }

  out[at++] = LINK_TSIZE
  return writeVarint(out, at, tsize)
}

function writeBytes (out: Uint8Array, at: number, tag: number, bytes: Uint8Array): number {
  out[at++] = tag
  at = writeVarint(out, at, bytes.length)
  out.set(bytes, at)
  return at + bytes.length
}
