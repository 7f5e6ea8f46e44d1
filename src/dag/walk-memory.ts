import type { CID } from 'multiformats/cid'
import { blockKey } from '../cid/hash/multihash-key.ts'
import type { CidSet } from '../cid/sets/cid-set.ts'

/** The part of a `CidSet` that a walk needs. */
export type Visited = Pick<CidSet, 'add' | 'has'>

/** The memory of a walk: the blocks that it has met. */
export interface WalkMemory {
  /** Whether a walk has to visit a block. */
  wants: (cid: CID, depth: number) => boolean
  /** Records a visit of a block. Returns `nearer` if the block was visited before at a greater depth. */
  visit: (cid: CID, depth: number) => 'first' | 'nearer' | 'again'
}

/** The memory of a walk without a depth limit: visits each block once. */
export class VisitedMemory implements WalkMemory {
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
export class DepthMemory implements WalkMemory {
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
