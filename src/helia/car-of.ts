import { encode } from '@ipld/dag-cbor'
import type { CID } from 'multiformats/cid'
import { varint as varints } from 'multiformats'

/** A block with the CID that it was given with. */
export interface BlockOfCid {
  cid: CID
  bytes: Uint8Array
}

/** Blocks as a CAR of version 1, which needs a root: the first of them. */
export function carOf (blocks: readonly [BlockOfCid, ...BlockOfCid[]]): Blob {
  const header = encode({ version: 1, roots: [blocks[0].cid] })
  const parts = [varint(header.byteLength), header, ...blocks.flatMap(({ cid, bytes }) => [varint(cid.bytes.byteLength + bytes.byteLength), cid.bytes, bytes])]
  return new Blob(parts as BlobPart[], { type: 'application/octet-stream' })
}

function varint (value: number): Uint8Array {
  return varints.encodeTo(value, new Uint8Array(varints.encodingLength(value)))
}
