import { CID } from 'multiformats/cid'
import { CODEC, HASH } from '../../cid/codes/multiformat-codes.ts'
import { decodePbNode } from '../dag-pb/decode-pb-node.ts'
import type { PbLink } from '../dag-pb/pb-node.ts'
import type { IpldNode } from '../data-model/ipld-node.ts'
import { decodeBlock } from './registry.ts'

/**
 * Returns all links of a block in block order, including duplicates.
 *
 * @throws UnknownCodecError, or an Error if the bytes do not match the CID's codec
 */
export function linksOf (cid: CID, bytes: Uint8Array): CID[] {
  return [...eachLink(cid, bytes)]
}

/**
 * Returns the links like `linksOf`, but creates each CID lazily: the CIDs of a wide directory take fifty times the
 * memory of its block. Still throws immediately if the block cannot be decoded.
 */
export function eachLink (cid: CID, bytes: Uint8Array): LinkList {
  if (!mayHaveLinks(cid)) {
    return []
  }

  return cid.code === CODEC.dagPb
    ? new PbLinkList(decodePbNode(bytes).links)
    : collectLinks(decodeBlock(cid.code, bytes), [])
}

/** The links of a block, in order. */
export interface LinkList extends Iterable<CID> {
  readonly length: number
}

class PbLinkList implements LinkList {
  readonly #links: PbLink[]

  constructor (links: PbLink[]) {
    this.#links = links
  }

  get length (): number {
    return this.#links.length
  }

  *[Symbol.iterator] (): Generator<CID> {
    for (const { cid } of this.#links) {
      yield cid
    }
  }
}

const LEAF_CODECS = new Set<number>([CODEC.raw, CODEC.cbor, CODEC.json])

/** Returns false if the codec alone shows that the block has no links, so that a walk need not load it. */
export function mayHaveLinks (cid: CID): boolean {
  return !LEAF_CODECS.has(cid.code)
}

/**
 * Returns whether there may be blocks below a CID. False if the codec or the block has no links.
 *
 * @param bytes - of the block, if they are at hand; those of an identity CID always are
 */
export function mayHaveDescendants (
  cid: CID,
  bytes: Uint8Array | undefined = cid.multihash.code === HASH.identity ? cid.multihash.digest : undefined
): boolean {
  if (bytes == null || !mayHaveLinks(cid)) {
    return mayHaveLinks(cid)
  }

  try {
    return eachLink(cid, bytes).length > 0
  } catch {
    return true // a walk reports the error
  }
}

/** Collects the links of a value in order. Uses an explicit stack, since values can nest deeper than the call stack. */
function collectLinks (node: IpldNode | undefined, links: CID[]): CID[] {
  const open: Array<Iterator<IpldNode | undefined>> = [[node].values()]

  for (let top = open.at(-1); top != null; top = open.at(-1)) {
    const { done, value } = top.next()

    if (done === true) {
      open.pop()
    } else if (value instanceof Map || Array.isArray(value)) {
      open.push(value.values())
    } else if (value != null && typeof value === 'object' && !(value instanceof Uint8Array)) {
      links.push(CID.asCID(value) ?? value)
    }
  }

  return links
}
