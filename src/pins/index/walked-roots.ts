import type { CID } from 'multiformats/cid'
import { CidSet } from '../../cid/sets/cid-set.ts'
import type { Visited } from '../../dag/walk.ts'
import { mayHaveLinks } from '../../ipld/registry/links.ts'

/** Number of blocks without links that are remembered (about 22 MB). */
const MAX_LEAVES = 500_000

/**
 * The CIDs that were met below roots walked one after another, each with the root that met it first. Leaves are
 * remembered up to a limit, because a walk does not need them.
 */
export class WalkedRoots implements Visited {
  readonly #maxLeaves: number
  readonly #cids = new CidSet({ versions: true })
  /** number of each root among the members, which are ordered by root, a root before its descendants */
  readonly #starts: number[] = []
  /** roots of which the members hold a fingerprint only */
  readonly #hashedRoots = new Map<number, CID>()
  #isLastKept = false

  constructor (maxLeaves = MAX_LEAVES) {
    this.#maxLeaves = maxLeaves
  }

  /** number of remembered CIDs */
  get size (): number {
    return this.#cids.size
  }

  /** Returns the position to which `truncate` can return. */
  mark (): { roots: number; size: number } {
    return { roots: this.#starts.length, size: this.#cids.size }
  }

  /** Forgets everything that was added since a mark. */
  truncate ({ roots, size }: { roots: number; size: number }): void {
    this.#starts.splice(roots).forEach((start) => {
      this.#hashedRoots.delete(start)
    })
    this.#cids.truncate(size)
  }

  /** Declares the CID that was added last a root. CIDs that are added from now on lie below it. */
  begin (root: CID): void {
    const start = this.#cids.size - 1
    this.#starts.push(start)

    if (!CidSet.storesCid(root)) {
      this.#hashedRoots.set(start, root)
    }
  }

  add (cid: CID): boolean {
    this.#isLastKept = this.#cids.size < this.#maxLeaves || mayHaveLinks(cid)
    return this.#isLastKept ? this.#cids.add(cid) : !this.#cids.has(cid)
  }

  /**
   * Declares that the CID that was added last as a new one has no links.
   *
   * @returns whether it is still remembered
   */
  leaf (): boolean {
    if (this.#isLastKept && this.#cids.size > this.#maxLeaves) {
      this.#cids.truncate(this.#cids.size - 1)
      this.#isLastKept = false
    }

    return this.#isLastKept
  }

  has (cid: CID): boolean {
    return this.#cids.has(cid)
  }

  /** Returns the root of a CID. A root is its own root, unless it was met below another one before. */
  rootOf (cid: CID): CID | undefined {
    return this.#rootAt(this.#cids.numberOf(cid))
  }

  /** Returns the root of any CID that names the same block. */
  rootOfBlock (cid: CID): CID | undefined {
    return this.#rootAt(this.#cids.numberOfBlock(cid))
  }

  #rootAt (number: number | undefined): CID | undefined {
    if (number === undefined) {
      return undefined
    }

    // Binary search for the last root that began at or before the member.
    let low = 0
    let high = this.#starts.length

    while (high - low > 1) {
      const middle = (low + high) >> 1

      if (this.#starts[middle] <= number) {
        low = middle
      } else {
        high = middle
      }
    }

    return this.#hashedRoots.get(this.#starts[low]) ?? this.#cids.cidAt(this.#starts[low])
  }
}
