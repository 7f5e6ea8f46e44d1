import type { CID } from 'multiformats/cid'
import { cborLinks } from './cbor-links.ts'
import { CODEC } from './codecs.ts'
import { jsonLinks } from './json-links.ts'
import { decodePbNode } from './pb-node.ts'
import { UnknownCodecError } from './unknown-codec-error.ts'

/**
 * All links of a block in the order in which they stand in it, repeated ones too.
 *
 * @throws UnknownCodecError, or an Error when the bytes are not of the CID's codec
 */
export function linksOf (cid: CID, bytes: Uint8Array): CID[] {
  switch (cid.code) {
    case CODEC.dagPb: return decodePbNode(bytes).links.map(({ cid }) => cid)
    case CODEC.dagCbor: return cborLinks(bytes)
    case CODEC.dagJson: return jsonLinks(bytes)
    default:
      if (mayHaveLinks(cid)) {
        throw new UnknownCodecError(cid.code)
      }
      return []
  }
}

const LEAF_CODECS = new Set<number>([CODEC.raw, CODEC.cbor, CODEC.json, CODEC.libp2pKey])

/** False when the codec alone says that the block has no links, so that it needs not be loaded to walk on. */
export function mayHaveLinks (cid: CID): boolean {
  return !LEAF_CODECS.has(cid.code)
}
