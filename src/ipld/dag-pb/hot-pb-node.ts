import { decodePbNode } from './decode-pb-node.ts'
import type { PbNode } from './pb-node.ts'

/** Links of all nodes that are kept: some 100 bytes each. */
const MAX_LINKS = 50_000

/** Fewer are read anew as soon as they are found. */
const LEAST_LINKS = 32

const kept = new Map<Uint8Array, PbNode>()
let links = 0

/**
 * As `decodePbNode`, for who goes through the same directory again and again: what was read of a large node is kept as long as its
 * store gives the same array for it. What was read last stays.
 */
export function hotPbNode (bytes: Uint8Array): PbNode {
  const known = kept.get(bytes)
  const node = known ?? decodePbNode(bytes)

  if (known != null) {
    kept.delete(bytes)
  } else if (node.links.length < LEAST_LINKS || node.links.length > MAX_LINKS) {
    return node
  } else {
    links += node.links.length
  }

  kept.set(bytes, node)

  for (const [oldest, { links: old }] of kept) {
    if (links <= MAX_LINKS) {
      break
    }

    kept.delete(oldest)
    links -= old.length
  }

  return node
}
