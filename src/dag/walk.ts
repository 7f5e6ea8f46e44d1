import type { CID } from 'multiformats/cid'
import type { BlockReader } from '../blocks/block-reader.ts'
import { blockKey } from '../cid/block-key.ts'
import { CidSet } from '../cid/cid-set.ts'
import { linksOf, mayHaveLinks } from '../ipld/links.ts'
import type { LeafMode } from './leaf-mode.ts'
import type { Visited } from './visited.ts'
import { WalkFrame } from './walk-frame.ts'
import type { WalkItem } from './walk-frame.ts'
import { DepthMemory, VisitedMemory } from './walk-memory.ts'
import type { WalkMemory } from './walk-memory.ts'

export interface WalkOptions {
  blocks: BlockReader
  signal: AbortSignal
  /** links that are followed from a root: 0 visits the roots alone; all when left out */
  maxDepth?: number
  /** `load` when left out */
  leaves?: LeafMode
  /**
   * What was visited before, by this or by another walk: it is passed over, and what this walk visits is added.
   * Not together with `maxDepth`. A walk that fails leaves blocks in it below which nothing was visited.
   */
  visited?: Visited
  /**
   * Told of a block that cannot be had or read; the walk goes on without what lies below. Without it the walk ends with the error.
   */
  onError?: (cid: CID, err: Error) => void
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
 * order of the links. Siblings are read ahead together. Memory: 45 bytes a block (with `maxDepth` a key
 * a block), and what the reader reads ahead.
 *
 * @throws what the reader throws for a block that cannot be had, and what `linksOf` throws
 * @example
 *   for await (const { cid } of walkDag([root], { blocks, signal, leaves: 'trust' })) marked.add(cid)
 */
export async function * walkDag (roots: Iterable<CID>, options: WalkOptions): AsyncGenerator<WalkedBlock> {
  const { signal, maxDepth = Infinity, leaves = 'load', onError } = options
  const memory = maxDepth === Infinity ? new VisitedMemory(options.visited ?? new CidSet()) : new DepthMemory()
  const frames = [new WalkFrame([...roots], 0, leaves, options)]

  const failed = (cid: CID, err: unknown): void => {
    // an abort is no fault of a block
    if (onError == null || signal.aborted) {
      throw err
    }

    onError(cid, err as Error)
  }

  try {
    for (let frame = frames.at(-1); frame != null; frame = frames.at(-1)) {
      signal.throwIfAborted()
      const { depth } = frame
      let item: WalkItem | undefined

      try {
        item = await frame.next()
      } catch (err) {
        if (signal.aborted || memory.visit(frame.last, depth) !== 'again') {
          failed(frame.last, err)
        }
      }

      // the last child needs no frame above it, so that a chain of a million links takes no more memory than one
      if (frame.done) {
        await frames.pop()?.close()
      }

      const visit = item == null ? 'again' : memory.visit(item.cid, depth)

      if (item == null || visit === 'again') {
        continue
      }

      const { cid, bytes, size } = item
      let links: CID[]

      try {
        links = bytes != null && depth < maxDepth && mayHaveLinks(cid) ? linksOf(cid, bytes) : []
      } catch (err) {
        failed(cid, err)
        continue
      }

      if (visit === 'first') {
        yield { cid, bytes, size, depth, links }
      }

      const children = fresh(links, depth + 1, memory)

      if (children.length > 0) {
        frames.push(new WalkFrame(children, depth + 1, leaves, options))
      }
    }
  } finally {
    await Promise.all(frames.map(async (frame) => { await frame.close() }))
  }
}

/** Children that were not met yet, or only farther from a root; of twins one. */
function fresh (links: CID[], depth: number, memory: WalkMemory): CID[] {
  const here = new Set<string>()

  return links.filter((cid) => {
    // a CIDv0 and its CIDv1 are two for some memories
    const key = `${cid.version}${blockKey(cid)}`
    const wanted = !here.has(key) && memory.wants(cid, depth)
    here.add(key)
    return wanted
  })
}
