import type { CID } from 'multiformats/cid'

/** CIDs one after the other, as they are asked for; what was taken too early can be given back. */
export class CidSource implements Iterator<CID> {
  readonly #cids: Iterator<CID>
  /** the next one last */
  #back: CID[] = []

  constructor (cids: Iterable<CID>) {
    this.#cids = cids[Symbol.iterator]()
  }

  next (): IteratorResult<CID> {
    const value = this.#back.pop()
    return value == null ? this.#cids.next() : { value }
  }

  /** Up to so many; an empty list at the end. */
  take (max: number): CID[] {
    const cids: CID[] = []

    while (cids.length < max) {
      const { done, value } = this.next()

      if (done === true) {
        break
      }

      cids.push(value as CID)
    }

    return cids
  }

  /** These come next, before what comes. */
  giveBack (cids: CID[]): void {
    this.#back.push(...cids.reverse())
  }
}
