import type { CID } from 'multiformats/cid'
import type { BlockReader } from '../blocks/block-reader.ts'
import { CidFilter } from '../cid/cid-filter.ts'
import type { Visited } from '../dag/visited.ts'
import { walkDag } from '../dag/walk.ts'
import { WalkedRoots } from './walked-roots.ts'

export interface PinWalkOptions {
  signal: AbortSignal
  /** Hears of every CID that is met for the first time, with its root. What it gives is waited for. */
  onMet: (cid: CID, root: CID) => Promise<void> | void
}

/** A root below which something cannot be read, and why. */
export interface BrokenRoot {
  root: CID
  error: Error
}

export interface PinWalkResult {
  /** how many of the roots, from the first on, were walked; all of them unless the signal aborted */
  done: number
  /** those of them that have to be walked again when what is missing has come */
  broken: BrokenRoot[]
}

/** What lies below roots, walked lot by lot. Memory: 45 bytes for each CID with links, and for the first 500,000 others, of which each takes 1.5 after that. */
export class PinWalk {
  readonly #blocks: BlockReader
  readonly #known: WalkedRoots
  /** knows every block that was met below a root; a root only when it lies below another one */
  readonly filter: CidFilter

  /** @param filter - knows what lies below roots that are not to be walked again */
  constructor (blocks: BlockReader, filter = new CidFilter(), known = new WalkedRoots()) {
    this.#blocks = blocks
    this.#known = known
    this.filter = filter
  }

  /** As far as it is remembered. */
  rootOf (cid: CID): CID | undefined {
    return this.#known.rootOf(cid)
  }

  /** The same of any CID that names the same block. */
  rootOfBlock (cid: CID): CID | undefined {
    return this.#known.rootOfBlock(cid)
  }

  /** Walks below roots. Never rejects: what happened is in the result, and what was not walked to its end is forgotten. */
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

    // one by one, to know which of them it was
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

  /** @returns the first error, if there was one; the rest was walked then, unless it is that of the signal */
  async #walk (roots: CID[], { signal, onMet }: PinWalkOptions): Promise<{ done: number, error?: Error }> {
    const known = this.#known
    const visited = this.#visited()
    let before = known.mark()
    let at = -1
    let error: Error | undefined

    const onError = (cid: CID, err: Error): void => {
      error ??= err
      // it is there, whatever is below it
      this.filter.add(cid)

      if (roots.length === 1) {
        void onMet(cid, roots[0])
      }
    }

    try {
      for await (const { cid, depth, links } of walkDag(roots, { blocks: this.#blocks, signal, visited, leaves: 'trust', onError })) {
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

        const waits = onMet(cid, roots[at])

        if (waits != null) {
          await waits
        }
      }
    } catch (err) {
      // what was met of the last root is not all that is below it
      known.truncate(before)
      return { done: Math.max(at, 0), error: err as Error }
    }

    return { done: roots.length, error }
  }

  /** What the walk passes over may be a root that it has come to below another one. */
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
