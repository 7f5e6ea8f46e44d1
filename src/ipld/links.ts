import { CID } from 'multiformats/cid'
import { CODEC } from '../cid/codec-codes.ts'
import type { IpldNode } from './ipld-node.ts'
import { decode } from './registry.ts'
import { decodePbNode } from './dag-pb/decode-pb-node.ts'

/**
 * All links of a block in the order in which they stand in it, repeated ones too.
 *
 * @throws UnknownCodecError, or an Error when the bytes are not of the CID's codec
 */
export function linksOf (cid: CID, bytes: Uint8Array): CID[] {
  if (!mayHaveLinks(cid)) {
    return []
  }

  return cid.code === CODEC.dagPb ? decodePbNode(bytes).links.map(({ cid }) => cid) : collect(decode(cid.code, bytes), [])
}

const LEAF_CODECS = new Set<number>([CODEC.raw, CODEC.cbor, CODEC.json])

/** False when the codec alone says that the block has no links, so that it needs not be loaded to walk on. */
export function mayHaveLinks (cid: CID): boolean {
  return !LEAF_CODECS.has(cid.code)
}

/** The decoders bound the depth of what they give. */
function collect (node: IpldNode | undefined, links: CID[]): CID[] {
  if (node instanceof Map) {
    node.forEach((value) => collect(value, links))
  } else if (Array.isArray(node)) {
    node.forEach((value) => collect(value, links))
  } else if (node != null && typeof node === 'object' && !(node instanceof Uint8Array)) {
    links.push(CID.asCID(node) ?? node)
  }

  return links
}
