import type { CID } from 'multiformats/cid'
import { BlockNotFoundError } from '../blocks/exchange/block-not-found-error.ts'
import { ReadAhead } from '../blocks/local/read-ahead.ts'
import type { BlockReader } from '../blocks/reader/block-reader.ts'
import { CODEC } from '../cid/codes/multiformat-codes.ts'
import { multihashKey } from '../cid/hash/multihash-key.ts'
import { isError } from '../errors/define-error.ts'
import { decodePbNode } from '../ipld/dag-pb/decode-pb-node.ts'
import { eachLink, linksOf, mayHaveLinks } from '../ipld/registry/links.ts'
import type { Block } from '../store/blockstore/blockstore.ts'
import { WalkFrame } from './walk-frame.ts'

export interface Edge {
  from: CID
  to: CID
  /** The name of the link; empty if the codec has no names. */
  name: string
}

export interface WalkRefsOptions {
  blocks: BlockReader
  signal: AbortSignal
  /** The maximum number of links from the root; Infinity for all. */
  maxDepth: number
  /** Visited CIDs with the depth of the visit. Links to them are skipped. The walk adds its own. */
  seen?: Map<string, number>
}

interface Frame {
  from: CID
  /** CIDs and names are created on access. */
  links: ReadonlyArray<{ readonly cid: CID; readonly name: string }>
  at: number
  blocks: WalkFrame
}

/**
 * Yields the links below a root, a link before those of its target (Kubo `core/commands/refs.go`,
 * `writeRefsRecursive`). Checks that the target is available before it yields the link. Leaves of codecs without links
 * are not loaded for this check.
 *
 * @throws (during the iteration) if a block is unavailable
 */
export async function* walkRefs (root: CID, options: WalkRefsOptions): AsyncGenerator<Edge> {
  const { blocks, signal, maxDepth, seen } = options
  const ahead = new ReadAhead(mayHaveLinks)
  const open = (cid: CID, bytes: Uint8Array, depth: number): Frame => frameOf(cid, bytes, depth, { ...options, ahead })
  const frames = [open(root, await blocks.get(root, options), 1)]

  try {
    for (let frame = frames.at(-1); frame != null; frame = frames.at(-1)) {
      signal.throwIfAborted()
      const link = frame.links[frame.at++]

      if (link == null) {
        await frames.pop()?.blocks.close()
        continue
      }

      const { cid, name } = link
      const { depth } = frame.blocks
      const { deeper, shown } = visitRef(cid, depth, maxDepth, seen)
      // Consume the frame's block even if it is not needed: it yields one block per link.
      const item = await frame.blocks.next().catch(notAll)

      if (shown) {
        yield { from: frame.from, to: cid, name }
      }

      if (deeper && item?.bytes != null && mayHaveLinks(cid)) {
        frames.push(open(cid, item.bytes, depth + 1))
      }
    }
  } finally {
    await Promise.all(frames.map(async (frame) => {
      await frame.blocks.close()
    }))
  }
}

/**
 * Kubo fetches the blocks of all links of an object together, and its error does not name the missing one. This error
 * appends it.
 */
function notAll (err: Error): never {
  throw isError(err, BlockNotFoundError) ? new Error(`failed to fetch all nodes: ${err.message}`, { cause: err }) : err
}

/**
 * Creates the frame of a node.
 *
 * @param depth - of the links
 */
function frameOf (cid: CID, bytes: Uint8Array, depth: number, options: WalkRefsOptions & { ahead: ReadAhead }): Frame {
  const all = namedLinks(cid, bytes) // Also if none is followed: an unreadable block is reported.
  const links = depth > options.maxDepth ? [] : all
  const below = ({ cid, bytes }: Block): Iterable<CID> => depth < options.maxDepth ? eachLink(cid, bytes) : []
  return {
    from: cid,
    links,
    at: 0,
    blocks: new WalkFrame(cidsOf(links), depth, { ...options, leaves: 'check', below })
  }
}

function* cidsOf (links: Iterable<{ cid: CID }>): Generator<CID> {
  for (const { cid } of links) {
    yield cid
  }
}

function namedLinks (cid: CID, bytes: Uint8Array): Array<{ cid: CID; name: string }> {
  return cid.code === CODEC.dagPb ? decodePbNode(bytes).links : linksOf(cid, bytes).map((cid) => ({ cid, name: '' }))
}

/**
 * Returns whether to follow a link and whether to yield it. A CID that is met again nearer to the root is followed
 * again, because more of its descendants are within the maximum depth.
 */
function visitRef (
  cid: CID,
  depth: number,
  maxDepth: number,
  seen: Map<string, number> | undefined
): { deeper: boolean; shown: boolean } {
  const deeper = depth < maxDepth

  if (seen == null) {
    return { deeper, shown: true }
  }

  const key = multihashKey(cid.bytes)
  const before = seen.get(key)

  if (before != null && (maxDepth === Infinity || before <= depth)) {
    return { deeper: false, shown: false }
  }

  seen.set(key, depth)
  return { deeper, shown: before == null }
}
