import { unixfsDataLength, writeUnixfsData } from './unixfs-data.ts'
import { varintLength, writeVarint } from './varint.ts'
import type { UnixfsData } from './unixfs-data.ts'
import type { CID } from 'multiformats/cid'

/** A link of a dag-pb node. */
export interface PbLink {
  /** UTF-8; empty in files */
  name: Uint8Array
  cid: CID
  /** bytes of all blocks below */
  tsize: number
}

// field number and wire type
const NODE_DATA = 0x0a
const NODE_LINK = 0x12
const LINK_HASH = 0x0a
const LINK_NAME = 0x12
const LINK_TSIZE = 0x18

/**
 * A dag-pb node with UnixFS data, in one allocation of the exact size.
 * Links come before the data, name and size are always there, as go-codec-dagpb writes them for boxo.
 *
 * @param links - in the order of the node: directories sorted by the bytes of the name
 */
export function encodePbNode (links: readonly PbLink[], data: UnixfsData): Uint8Array {
  const dataLength = unixfsDataLength(data)
  const out = new Uint8Array(linksLength(links) + 1 + varintLength(dataLength) + dataLength)
  let at = 0

  for (const link of links) {
    out[at++] = NODE_LINK
    at = writeVarint(out, at, linkLength(link))
    at = writeLink(out, at, link)
  }

  out[at++] = NODE_DATA
  at = writeVarint(out, at, dataLength)
  writeUnixfsData(out, at, data)

  return out
}

/** Bytes that a link adds to a node. */
export function pbLinkLength (link: PbLink): number {
  const length = linkLength(link)
  return 1 + varintLength(length) + length
}

function linksLength (links: readonly PbLink[]): number {
  let length = 0

  for (const link of links) {
    length += pbLinkLength(link)
  }

  return length
}

function linkLength ({ name, cid, tsize }: PbLink): number {
  const hashLength = cid.bytes.length
  return 1 + varintLength(hashLength) + hashLength + 1 + varintLength(name.length) + name.length + 1 + varintLength(tsize)
}

function writeLink (out: Uint8Array, at: number, { name, cid, tsize }: PbLink): number {
  at = writeBytes(out, at, LINK_HASH, cid.bytes)
  at = writeBytes(out, at, LINK_NAME, name)
  out[at++] = LINK_TSIZE
  return writeVarint(out, at, tsize)
}

function writeBytes (out: Uint8Array, at: number, tag: number, bytes: Uint8Array): number {
  out[at++] = tag
  at = writeVarint(out, at, bytes.length)
  out.set(bytes, at)
  return at + bytes.length
}
