import type { CID } from 'multiformats/cid'
import { CidSet } from '../cid/cid-set.ts'
import type { Visited } from '../dag/visited.ts'

/** The CIDs that were met below roots walked one after the other, each with the root by which it was met first. */
export class WalkedRoots implements Visited {
  readonly #cids = new CidSet({ versions: true })
  readonly #roots: CID[] = []
  /** how many members there were when the walk of the root began: they are in the order of their roots */
  readonly #starts: number[] = []

  get roots (): readonly CID[] {
    return this.#roots
  }

  get size (): number {
    return this.#cids.size
  }

  /** What is added from now on was met below this root. */
  begin (root: CID): void {
    this.#roots.push(root)
    this.#starts.push(this.#cids.size)
  }

  add (cid: CID): boolean {
    return this.#cids.add(cid)
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

    return this.#roots[low]
  }
}
