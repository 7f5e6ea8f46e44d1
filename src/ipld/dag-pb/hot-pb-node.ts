import { RecentMap } from '../../bytes/recent-map.ts'
import { decodePbNode } from './decode-pb-node.ts'
import type { PbNode } from './pb-node.ts'

/** The capacity of the cache in links of all its nodes; each link takes about 100 bytes. */
const MAX_LINKS = 50_000

/** Smaller nodes are not cached, since decoding them is fast. */
const LEAST_LINKS = 32

const kept = new RecentMap<Uint8Array, PbNode>({ max: MAX_LINKS, sizeOf: ({ links }) => links.length })

/**
 * Decodes a node like `decodePbNode`, with an LRU cache for repeated walks over one directory. The key of a cached node
 * is the array of its bytes: a cache hit requires that the store returns the identical array.
 */
export function hotPbNode (bytes: Uint8Array): PbNode {
  const known = kept.get(bytes)

  if (known != null) {
    return known
  }

  const node = decodePbNode(bytes)

  if (node.links.length >= LEAST_LINKS) {
    kept.set(bytes, node)
  }

  return node
}
