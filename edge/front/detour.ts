/**
 * Decides whether the node must answer a request that the front has begun to answer. That is possible until the head of
 * the answer is known.
 */
export class Detour {
  #isNeeded = false
  #hasHead = false

  /** Whether the node must answer the request. */
  get isNeeded (): boolean {
    return this.#isNeeded
  }

  /** Whether it is too late for a detour: single blocks are asked of the node then. */
  get hasHead (): boolean {
    return this.#hasHead
  }

  /** Notes that the front cannot answer. */
  take (): void {
    this.#isNeeded ||= !this.#hasHead
  }

  /** Notes that the head of the answer is known. */
  headSent (): void {
    this.#hasHead = true
  }
}
