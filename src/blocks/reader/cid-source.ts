import type { CID } from 'multiformats/cid'

/** An iterator of CIDs with pushback: CIDs that were taken too early can be returned. */
export class CidSource implements Iterator<CID> {
  readonly #cids: Iterator<CID>
  /** Returned CIDs, the next one last. */
  #back: CID[] = []

  constructor (cids: Iterable<CID>) {
    this.#cids = cids[Symbol.iterator]()
  }

  next (): IteratorResult<CID> {
    const value = this.#back.pop()
    return value == null ? this.#cids.next() : { value }
  }

  /** Takes up to `max` CIDs; an empty list at the end. */
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

  /** Puts CIDs back in front of the remaining ones. */
  giveBack (cids: CID[]): void {
    this.#back.push(...cids.reverse())
  }
}
