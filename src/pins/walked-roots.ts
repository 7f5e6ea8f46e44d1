import type { CID } from 'multiformats/cid'
import { CidSet } from '../cid/cid-set.ts'
import type { Visited } from '../dag/visited.ts'
import { mayHaveLinks } from '../ipld/links.ts'

/** From here on (about 22 MB) blocks without links are remembered no more. */
const MAX_LEAVES = 500_000

/**
 * The CIDs that were met below roots walked one after the other, each with the root by which it was met first. Leaves are
 * remembered only so far: a walk has no need of them.
 */
export class WalkedRoots implements Visited {
  readonly #maxLeaves: number
  readonly #cids = new CidSet({ versions: true })
  /** the number of each root among the members: these are in the order of their roots, a root before what is below it */
  readonly #starts: number[] = []
  /** roots of which the members hold a fingerprint alone */
  readonly #hashedRoots = new Map<number, CID>()
  #isLastKept = false

  constructor (maxLeaves = MAX_LEAVES) {
    this.#maxLeaves = maxLeaves
  }

  /** how many CIDs are remembered */
  get size (): number {
    return this.#cids.size
  }

  /** what `truncate` takes back to here */
  mark (): { roots: number, size: number } {
    return { roots: this.#starts.length, size: this.#cids.size }
  }

  /** Forgets all that was met since. */
  truncate ({ roots, size }: { roots: number, size: number }): void {
    this.#starts.splice(roots).forEach((start) => { this.#hashedRoots.delete(start) })
    this.#cids.truncate(size)
  }

  /** The CID that was added last is a root, and what is added from now on was met below it. */
  begin (root: CID): void {
    const start = this.#cids.size - 1
    this.#starts.push(start)

    if (!CidSet.isWhole(root)) {
      this.#hashedRoots.set(start, root)
    }
  }

  add (cid: CID): boolean {
    this.#isLastKept = this.#cids.size < this.#maxLeaves || mayHaveLinks(cid)
    return this.#isLastKept ? this.#cids.add(cid) : !this.#cids.has(cid)
  }

  /** The CID that was added last, as a new one, turned out to have no links. @returns whether it is remembered nevertheless */
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

  /** The root of this CID; a root is its own, unless it was met below another one before. */
  rootOf (cid: CID): CID | undefined {
    return this.#rootAt(this.#cids.numberOf(cid))
  }

  /** The root of any CID that names the same block. */
  rootOfBlock (cid: CID): CID | undefined {
    return this.#rootAt(this.#cids.numberOfBlock(cid))
  }

  #rootAt (number: number | undefined): CID | undefined {
    if (number === undefined) {
      return undefined
    }

    // the last root that began at or before it
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
