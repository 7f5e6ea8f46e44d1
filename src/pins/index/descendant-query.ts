import type { CID } from 'multiformats/cid'
import { multihashKey } from '../../cid/hash/multihash-key.ts'

/** A request for the recursive pin below which a CID lies. */
export class DescendantQuery {
  readonly cid: CID
  /** whether exactly this CID is meant, rather than any CID of the block */
  readonly exact: boolean
  /** key that all questions about one block share */
  readonly block: string
  /** key that all questions with the same answer share */
  readonly key: string
  readonly answer: Promise<CID | undefined>
  readonly #resolve: (root: CID | undefined) => void
  readonly #reject: (err: Error) => void
  /** checks of pins below which the CID was met */
  #offers: Array<Promise<void>> = []
  #isAnswered = false
  #hasBegun = false
  #isRefuted = false

  constructor (cid: CID, exact: boolean) {
    let resolve: (root: CID | undefined) => void = () => {}
    let reject: (err: Error) => void = () => {}
    this.cid = cid
    this.exact = exact
    this.block = multihashKey(cid.multihash.bytes)
    this.key = exact ? exactKey(cid) : this.block
    this.answer = new Promise((_resolve, _reject) => {
      resolve = _resolve
      reject = _reject
    })
    this.#resolve = resolve
    this.#reject = reject
  }

  /** Also true after it was aborted. */
  get isAnswered (): boolean {
    return this.#isAnswered
  }

  resolve (root: CID | undefined): void {
    this.#isAnswered = true
    this.#resolve(root)
  }

  reject (err: Error): void {
    this.#isAnswered = true
    this.#reject(err)
  }

  /**
   * Starts a walk.
   *
   * @param coversAllPins - whether it will meet all blocks below all pins
   */
  begin (coversAllPins: boolean): void {
    this.#hasBegun = coversAllPins
    this.#isRefuted = true
  }

  /**
   * Reports a root below which the CID was met.
   *
   * @param isPinned - checks whether that root is still pinned
   */
  offer (cid: CID, root: CID, isPinned: (root: CID) => Promise<boolean>): void {
    if (this.exact && !cid.equals(this.cid)) {
      return
    }

    // A block below a removed pin may also lie below another one, where this walk did not report it again.
    this.#isRefuted = false
    this.#offers.push(
      isPinned(root).then((isPinned) => {
        if (isPinned) {
          this.resolve(root)
        }
      }, (err: unknown) => {
        this.reject(err as Error)
      })
    )
  }

  /** Returns whether a complete walk has finished without meeting the CID. */
  async isRefuted (): Promise<boolean> {
    await Promise.all(this.#offers.splice(0))
    return this.#hasBegun && this.#isRefuted
  }
}

/** Returns the key of questions about exactly this CID. */
export function exactKey (cid: CID): string {
  return `=${multihashKey(cid.bytes)}`
}
