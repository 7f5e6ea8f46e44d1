import { CID } from 'multiformats/cid'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { decodePbNode } from '../dag-pb/decode-pb-node.ts'
import type { PbLink } from '../dag-pb/pb-node.ts'
import type { IpldNode } from '../data-model/ipld-node.ts'
import { decode } from './registry.ts'

/**
 * All links of a block in the order in which they stand in it, repeated ones too.
 *
 * @throws UnknownCodecError, or an Error when the bytes are not of the CID's codec
 */
export function linksOf (cid: CID, bytes: Uint8Array): CID[] {
  return [...eachLink(cid, bytes)]
}

/**
 * As `linksOf`, each CID made when it is asked for: those of a wide directory take fifty times the bytes of its block.
 * A block that cannot be read is told of at once.
 */
export function eachLink (cid: CID, bytes: Uint8Array): LinkList {
  if (!mayHaveLinks(cid)) {
    return []
  }

  return cid.code === CODEC.dagPb ? new PbLinkList(decodePbNode(bytes).links) : collect(decode(cid.code, bytes), [])
}

/** Links of a block, one after the other. */
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

/** False when the codec alone says that the block has no links, so that it needs not be loaded to walk on. */
export function mayHaveLinks (cid: CID): boolean {
  return !LEAF_CODECS.has(cid.code)
}

/** Collects the links of a value in their order, with a stack of its own: a block can nest deeper than calls. */
function collect (node: IpldNode | undefined, links: CID[]): CID[] {
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
