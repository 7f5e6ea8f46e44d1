import type { CID } from 'multiformats/cid'
import type { BlockReader } from '../../blocks/reader/block-reader.ts'
import { CidFilter } from '../../cid/sets/cid-filter.ts'
import type { Visited } from '../../dag/walk.ts'
import { walkDag } from '../../dag/walk.ts'
import { WalkedRoots } from './walked-roots.ts'

export interface PinWalkOptions {
  signal: AbortSignal
  /** Called for every CID that is met for the first time, with its root. The walk waits for the result. */
  onVisit: (cid: CID, root: CID) => Promise<void> | void
}

/** A root with an incomplete or unreadable DAG, and the error. */
export interface BrokenRoot {
  root: CID
  error: Error
}

export interface PinWalkResult {
  /** number of leading roots that were walked; all of them unless the signal aborted */
  done: number
  /** Broken roots. Walk them again when missing blocks have arrived. */
  broken: BrokenRoot[]
}

/**
 * Walks what lies below roots, in batches. Memory: 45 bytes for each CID with links and for the first 500,000 others,
 * and 1.5 bytes for each further one.
 */
export class PinWalk {
  readonly #blocks: BlockReader
  readonly #known: WalkedRoots
  /** contains every block that was met below a root; a root only if it lies below another one */
  readonly filter: CidFilter

  /** @param filter - contains the blocks below roots that need not be walked again */
  constructor (blocks: BlockReader, filter = new CidFilter(), known = new WalkedRoots()) {
    this.#blocks = blocks
    this.#known = known
    this.filter = filter
  }

  /** Returns the root of a CID, if it is remembered. */
  rootOf (cid: CID): CID | undefined {
    return this.#known.rootOf(cid)
  }

  /** Same as `rootOf`, for any CID that names the block. */
  rootOfBlock (cid: CID): CID | undefined {
    return this.#known.rootOfBlock(cid)
  }

  /** Walks below roots. Never rejects: errors are in the result, and incomplete walks are forgotten. */
  async walk (roots: CID[], options: PinWalkOptions): Promise<PinWalkResult> {
    const start = this.#known.mark()
    const { done, error } = await this.#walk(roots, options)

    if (error == null || options.signal.aborted) {
      return { done, broken: [] }
    }

    this.#known.truncate(start)

    if (roots.length === 1) {
      return { done, broken: [{ root: roots[0], error }] }
    }

    // One by one, to find out which root has the error.
    const broken: BrokenRoot[] = []

    for (const [i, root] of roots.entries()) {
      const result = await this.walk([root], options)
      broken.push(...result.broken)

      if (result.done === 0) {
        return { done: i, broken }
      }
    }

    return { done, broken }
  }

  /** @returns the first error, if any; everything else was walked then, unless the error is the signal's */
  async #walk (roots: CID[], { signal, onVisit }: PinWalkOptions): Promise<{ done: number; error?: Error }> {
    const known = this.#known
    const visited = this.#visited()
    let before = known.mark()
    let at = -1
    let error: Error | undefined

    const onError = (cid: CID, err: Error): void => {
      error ??= err
      // The block exists, even if its descendants do not.
      this.filter.add(cid)

      if (roots.length === 1) {
        void onVisit(cid, roots[0])
      }
    }

    try {
      for await (
        const { cid, depth, links } of walkDag(roots, {
          blocks: this.#blocks,
          signal,
          visited,
          leaves: 'trust',
          onError
        })
      ) {
        if (depth === 0) {
          at = roots.indexOf(cid, at + 1)
        }

        const isKept = links > 0 || known.leaf()

        if (depth === 0) {
          before = { ...known.mark(), size: known.size - (isKept ? 1 : 0) }
        }

        if (depth === 0 && isKept) {
          known.begin(cid)
        }

        if (depth > 0) {
          this.filter.add(cid)
        }

        const waits = onVisit(cid, roots[at])

        if (waits != null) {
          await waits
        }
      }
    } catch (err) {
      // The blocks that were met below the last root are not all of them.
      known.truncate(before)
      return { done: Math.max(at, 0), error: err as Error }
    }

    return { done: roots.length, error }
  }

  /** The walk may skip a root that it has already met below another one. */
  #visited (): Visited {
    return {
      add: (cid) => this.#known.add(cid),
      has: (cid) => {
        const has = this.#known.has(cid)

        if (has) {
          this.filter.add(cid)
        }

        return has
      }
    }
  }
}
