import type { CID } from 'multiformats/cid'
import { multihashKey } from '../cid/multihash-key.ts'

/** Somebody waits for the recursive pin below which a CID lies. */
export class PinQuestion {
  readonly cid: CID
  /** this very CID is meant, and not any that names the same block */
  readonly exact: boolean
  /** the same for all questions about one block */
  readonly block: string
  /** the same for all questions with one answer */
  readonly key: string
  readonly answer: Promise<CID | undefined>
  readonly #resolve: (root: CID | undefined) => void
  readonly #reject: (err: Error) => void
  /** looks at pins below which it was met */
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
    this.answer = new Promise((_resolve, _reject) => { resolve = _resolve; reject = _reject })
    this.#resolve = resolve
    this.#reject = reject
  }

  /** Also when it was given up. */
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

  /** A walk begins. @param isWhole - it will meet everything below all pins */
  begin (isWhole: boolean): void {
    this.#hasBegun = isWhole
    this.#isRefuted = true
  }

  /** It was met below a root. @param isPinned - looks whether that is still a pin */
  offer (cid: CID, root: CID, isPinned: (root: CID) => Promise<boolean>): void {
    if (this.exact && !cid.equals(this.cid)) {
      return
    }

    // what is below a pin that has gone may be below another one, where the walk did not meet it again
    this.#isRefuted = false
    this.#offers.push(isPinned(root).then((isPinned) => { if (isPinned) this.resolve(root) }, (err: unknown) => { this.reject(err as Error) }))
  }

  /** Whether a whole walk, which has come to its end, has not met it. */
  async isRefuted (): Promise<boolean> {
    await Promise.all(this.#offers.splice(0))
    return this.#hasBegun && this.#isRefuted
  }
}

/** The key of questions about this very CID. */
export function exactKey (cid: CID): string {
  return `=${multihashKey(cid.bytes)}`
}
