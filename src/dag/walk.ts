import type { CID } from 'multiformats/cid'
import type { BlockReader } from '../node/block-reader.ts'
import { blockKey } from './block-key.ts'
import { linksOf, mayHaveLinks } from './links.ts'
import { WalkFrame } from './walk-frame.ts'

/**
 * What is done with a block whose codec says that it has no links (raw leaves of files, most of all):
 * - `load`: its bytes are read
 * - `check`: it is made sure that it is here (fetched where the reader may), and its size is told
 * - `trust`: nothing, its CID is enough
 */
export type LeafMode = 'load' | 'check' | 'trust'

export interface WalkOptions {
  blocks: BlockReader
  signal: AbortSignal
  /** links that are followed from a root: 0 visits the roots alone; all when left out */
  maxDepth?: number
  /** `load` when left out */
  leaves?: LeafMode
}

export interface WalkedBlock {
  cid: CID
  /** undefined for a leaf that was not loaded */
  bytes: Uint8Array | undefined
  /** bytes of the block; undefined for a leaf that was trusted */
  size: number | undefined
  /** links from the root on which the block was met first */
  depth: number
  /** all links of the block in its order; empty at the greatest depth */
  links: CID[]
}

/**
 * All blocks of the DAGs below `roots`, each once (by codec and multihash), a parent before its children and those in the
 * order of the links. Siblings are read ahead together. Memory: a key a block, and what the reader reads ahead.
 *
 * @throws what the reader throws for a block that cannot be had, and what `linksOf` throws
 * @example
 *   for await (const { cid } of walkDag([root], { blocks, signal, leaves: 'trust' })) marked.add(cid)
 */
export async function * walkDag (roots: Iterable<CID>, options: WalkOptions): AsyncGenerator<WalkedBlock> {
  const { signal, maxDepth = Infinity, leaves = 'load' } = options
  const depths = new Map<string, number>()
  const frames = [new WalkFrame([...roots], 0, leaves, options)]

  try {
    for (let frame = frames.at(-1); frame != null; frame = frames.at(-1)) {
      signal.throwIfAborted()
      const item = await frame.next()

      // the last child needs no frame above it, so that a chain of a million links takes no more memory than one
      if (frame.done) {
        await frames.pop()?.close()
      }

      if (item == null) {
        continue
      }

      const { cid, bytes, size } = item
      const { depth } = frame
      const key = blockKey(cid)
      const before = depths.get(key)

      // met nearer to a root than before: what lies below may now be within the depth
      if (before != null && (before <= depth || maxDepth === Infinity)) {
        continue
      }

      depths.set(key, depth)
      const links = bytes != null && depth < maxDepth && mayHaveLinks(cid) ? linksOf(cid, bytes) : []

      if (before == null) {
        yield { cid, bytes, size, depth, links }
      }

      const children = fresh(links, depth + 1, depths)

      if (children.length > 0) {
        frames.push(new WalkFrame(children, depth + 1, leaves, options))
      }
    }
  } finally {
    await Promise.all(frames.map(async (frame) => { await frame.close() }))
  }
}

/** Children that were not met yet, or only farther from a root. */
function fresh (links: CID[], depth: number, depths: Map<string, number>): CID[] {
  const here = new Set<string>()

  return links.filter((cid) => {
    const key = blockKey(cid)
    const before = depths.get(key)
    const wanted = !here.has(key) && (before == null || before > depth)
    here.add(key)
    return wanted
  })
}
