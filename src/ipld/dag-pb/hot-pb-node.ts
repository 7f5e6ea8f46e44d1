import { RecentMap } from '../../bytes/recent-map.ts'
import { decodePbNode } from './decode-pb-node.ts'
import type { PbNode } from './pb-node.ts'

/** Links of all nodes that are kept: some 100 bytes each. */
const MAX_LINKS = 50_000

/** Fewer are read anew as soon as they are found. */
const LEAST_LINKS = 32

const kept = new RecentMap<Uint8Array, PbNode>({ max: MAX_LINKS, sizeOf: ({ links }) => links.length })

/**
 * As `decodePbNode`, for who goes through the same directory again and again: what was read of a large node is kept as
 * long as its store gives the same array for it. What was read last stays.
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
