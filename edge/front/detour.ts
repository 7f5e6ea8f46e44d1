/** Why the front cannot answer: a block is not published, or only the node can do it. */
export type DetourReason = 'block' | 'node'

/**
 * Decides whether another object must answer a request that the front has begun to answer. That is possible until the
 * head of the answer is known.
 */
export class Detour {
  #reason: DetourReason | undefined
  #hasHead = false

  /** Why the front cannot answer; undefined if it can. */
  get reason (): DetourReason | undefined {
    return this.#reason
  }

  /** Whether it is too late for a detour: single blocks are asked of the node then. */
  get hasHead (): boolean {
    return this.#hasHead
  }

  /** Notes that the front cannot answer. */
  take (reason: DetourReason): void {
    if (!this.#hasHead && this.#reason !== 'node') {
      this.#reason = reason
    }
  }

  /** Notes that the head of the answer is known. */
  headSent (): void {
    this.#hasHead = true
  }
}
