import { encode } from '@ipld/dag-cbor'
import { varint as varints } from 'multiformats'
import type { CID } from 'multiformats/cid'

/** A block with its CID. */
export interface BlockOfCid {
  cid: CID
  bytes: Uint8Array
}

/** Encodes blocks as a CARv1. Its root is the first block, because the format needs one. */
export function encodeCar (blocks: readonly [BlockOfCid, ...BlockOfCid[]]): Blob {
  const header = encode({ version: 1, roots: [blocks[0].cid] })
  const parts = [
    encodeVarint(header.byteLength),
    header,
    ...blocks.flatMap(({ cid, bytes }) => [encodeVarint(cid.bytes.byteLength + bytes.byteLength), cid.bytes, bytes])
  ]
  return new Blob(parts as BlobPart[], { type: 'application/octet-stream' })
}

function encodeVarint (value: number): Uint8Array {
  return varints.encodeTo(value, new Uint8Array(varints.encodingLength(value)))
}
