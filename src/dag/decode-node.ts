import * as dagCbor from '@ipld/dag-cbor'
import * as dagJson from '@ipld/dag-json'
import type { CID } from 'multiformats/cid'
import { CODEC } from './codecs.ts'
import { decodePbNode } from './pb-node.ts'
import { UnknownCodecError } from './unknown-codec-error.ts'

/**
 * A block as a value of the IPLD data model: plain objects, arrays, CIDs, Uint8Arrays, strings, numbers, bigints (those
 * above 2^53), booleans and null. A dag-pb node is `{ Data?, Links: [{ Hash, Name?, Tsize? }] }`.
 *
 * @throws UnknownCodecError, or an Error when the bytes are not of the CID's codec
 */
export function decodeNode (cid: CID, bytes: Uint8Array): unknown {
  switch (cid.code) {
    case CODEC.raw:
    case CODEC.libp2pKey: return bytes
    case CODEC.dagPb: return pbValue(bytes)
    case CODEC.dagCbor:
    case CODEC.cbor: return dagCbor.decode(bytes)
    case CODEC.dagJson: return dagJson.decode(bytes)
    case CODEC.json: return JSON.parse(new TextDecoder().decode(bytes))
    default: throw new UnknownCodecError(cid.code)
  }
}

function pbValue (bytes: Uint8Array): unknown {
  const { links, data } = decodePbNode(bytes)

  return {
    ...(data != null && { Data: data }),
    Links: links.map(({ cid, nameBytes, name, tsize }) => ({
      Hash: cid,
      ...(nameBytes != null && { Name: name }),
      ...(tsize != null && { Tsize: tsize })
    }))
  }
}
