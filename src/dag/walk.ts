import type { CID } from 'multiformats/cid'
import { ReadAhead } from '../blocks/local/read-ahead.ts'
import type { BlockReader } from '../blocks/reader/block-reader.ts'
import { blockKey } from '../cid/hash/multihash-key.ts'
import { CidSet } from '../cid/sets/cid-set.ts'
import { eachLink, mayHaveLinks } from '../ipld/registry/links.ts'
import type { LinkList } from '../ipld/registry/links.ts'
import type { LeafMode } from './walk-frame.ts'
import { WalkFrame } from './walk-frame.ts'
import type { WalkItem } from './walk-frame.ts'

/** The number of roots per walk, if there are very many: reading small DAGs one after the other is slow. */
export const ROOT_BATCH = 256

export interface WalkOptions {
  blocks: BlockReader
  signal: AbortSignal
  /** The maximum number of links from a root: 0 visits only the roots. Default: unlimited. */
  maxDepth?: number
  /** Default: `load`. */
  leaves?: LeafMode
  /**
   * Visited blocks of this or other walks, which are skipped. The walk adds its own. Cannot be combined with
   * `maxDepth`. After a failed walk it contains blocks with unvisited descendants.
   */
  visited?: Visited
  /** Returns whether to visit the descendants of a block. Default: always. */
  descends?: (cid: CID, bytes: Uint8Array) => boolean
  /**
   * Called for a block that is unavailable or unreadable; the walk continues without its descendants. Without this
   * function the walk ends with the error.
   */
  onError?: (cid: CID, err: Error) => void
}

export interface WalkedBlock {
  cid: CID
  /** Undefined for a leaf that was not loaded. */
  bytes: Uint8Array | undefined
  /** Bytes of the block; undefined for a trusted leaf. */
  size: number | undefined
  /** Number of links from the root at the first visit of the block. */
  depth: number
  /** Number of links in the block; 0 if it was not loaded, and at the maximum depth. */
  links: number
}

/**
 * Yields all blocks of the DAGs below `roots`, each once (by codec and multihash). A parent precedes its children, and
 * children have the order of the links. Reads ahead siblings together, and their descendants too if blocks come from
 * the network. Memory: 45 bytes per block (with `maxDepth` a key per block), and the read-ahead.
 *
 * @throws the errors of the reader for an unavailable block, and of `linksOf`
 * @example for await (const { cid } of walkDag([root], { blocks, signal, leaves: 'trust' })) marked.add(cid)
 */
export async function* walkDag (roots: Iterable<CID>, options: WalkOptions): AsyncGenerator<WalkedBlock> {
  const { blocks, signal, maxDepth = Infinity, leaves = 'load', descends, onError } = options
  const memory = maxDepth === Infinity ? new VisitedMemory(options.visited ?? new CidSet()) : new DepthMemory()

  const ahead = new ReadAhead(leaves === 'load' ? undefined : mayHaveLinks)

  const goesBelow = (cid: CID, bytes: Uint8Array, depth: number): boolean =>
    depth < maxDepth && descends?.(cid, bytes) !== false

  const open = (cids: Iterable<CID>, depth: number): WalkFrame =>
    new WalkFrame(cids, depth, {
      blocks,
      ahead,
      signal,
      leaves,
      wants: (cid) => memory.wants(cid, depth),
      below: ({ cid, bytes }) =>
        goesBelow(cid, bytes, depth)
          ? filterCids(
            eachLink(cid, bytes),
            (cid) => (leaves !== 'trust' || mayHaveLinks(cid)) && memory.wants(cid, depth + 1)
          )
          : []
    })

  const failed = (cid: CID, err: unknown): void => {
    // An abort is not an error of a block.
    if (onError == null || signal.aborted) {
      throw err
    }

    onError(cid, err as Error)
  }

  const frames = [open(roots, 0)]

  try {
    for (let frame = frames.at(-1); frame != null; frame = frames.at(-1)) {
      signal.throwIfAborted()
      const { depth } = frame
      const item = frame.isDone() ? undefined : frame.take() ?? await read(frame)

      // Pop a frame after its last child was taken, before the child gets a frame, so that a chain of a million links
      // takes constant memory.
      if (frame.isDone()) {
        await frames.pop()?.close()
      }

      const visit = item == null ? 'again' : memory.visit(item.cid, depth)

      if (item == null || visit === 'again') {
        continue
      }

      const { cid, bytes, size } = item
      let links: LinkList

      try {
        links = bytes != null && goesBelow(cid, bytes, depth) ? eachLink(cid, bytes) : []
      } catch (err) {
        failed(cid, err)
        continue
      }

      if (visit === 'first') {
        yield { cid, bytes, size, depth, links: links.length }
      }

      if (links.length > 0) {
        frames.push(open(links, depth + 1))
      }
    }
  } finally {
    await Promise.all(frames.map(async (frame) => {
      await frame.close()
    }))
  }

  async function read (frame: WalkFrame): Promise<WalkItem | undefined> {
    try {
      return await frame.next()
    } catch (err) {
      if (signal.aborted || memory.visit(frame.last, frame.depth) !== 'again') {
        failed(frame.last, err)
      }
    }
  }
}

function* filterCids (cids: Iterable<CID>, wants: (cid: CID) => boolean): Generator<CID> {
  for (const cid of cids) {
    if (wants(cid)) {
      yield cid
    }
  }
}

/** The part of a `CidSet` that a walk needs. */
export type Visited = Pick<CidSet, 'add' | 'has'>

/** The memory of a walk: the blocks that it has met. */
interface WalkMemory {
  /** Whether a walk has to visit a block. */
  wants: (cid: CID, depth: number) => boolean
  /** Records a visit of a block. Returns `nearer` if the block was visited before at a greater depth. */
  visit: (cid: CID, depth: number) => 'first' | 'nearer' | 'again'
}

/** The memory of a walk without a depth limit: visits each block once. */
class VisitedMemory implements WalkMemory {
  readonly #visited: Visited

  constructor (visited: Visited) {
    this.#visited = visited
  }

  wants (cid: CID): boolean {
    return !this.#visited.has(cid)
  }

  visit (cid: CID): 'first' | 'again' {
    return this.#visited.add(cid) ? 'first' : 'again'
  }
}

/**
 * The memory of a walk with a depth limit. A block that is met again nearer to a root is visited again, because more of
 * its descendants are within the limit.
 */
class DepthMemory implements WalkMemory {
  readonly #depths = new Map<string, number>()

  wants (cid: CID, depth: number): boolean {
    const before = this.#depths.get(blockKey(cid))
    return before == null || before > depth
  }

  visit (cid: CID, depth: number): 'first' | 'nearer' | 'again' {
    const key = blockKey(cid)
    const before = this.#depths.get(key)

    if (before != null && before <= depth) {
      return 'again'
    }

    this.#depths.set(key, depth)
    return before == null ? 'first' : 'nearer'
  }
}
