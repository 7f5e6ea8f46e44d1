/** Limits of the kept fetches: their number, and their expected bytes. */
const MAX_FETCHES = 1024
const MAX_BYTES = 32 * 1024 * 1024

/** Fetches of a reader that has left. */
export interface KeptFetches {
  /** the number of fetches that are under way */
  readonly pending: number
  /** the expected bytes of their blocks */
  readonly pendingBytes: number
  cancel: () => void
}

/**
 * Lets the fetches of readers that will come back go on, so that no block is requested twice. Above its limits it
 * cancels those that were kept for longest: a depth-first walk comes back to them last.
 */
export class FetchKeeper {
  #kept: KeptFetches[] = []

  keep (fetches: KeptFetches): void {
    this.#kept = [...this.#kept, fetches].filter(({ pending }) => pending > 0)

    while (this.#sum(({ pending }) => pending) > MAX_FETCHES || this.#sum((kept) => kept.pendingBytes) > MAX_BYTES) {
      this.#kept.shift()?.cancel()
    }
  }

  /** Cancels all kept fetches. */
  cancel (): void {
    this.#kept.splice(0).forEach((fetches) => {
      fetches.cancel()
    })
  }

  #sum (valueOf: (fetches: KeptFetches) => number): number {
    return this.#kept.reduce((sum, fetches) => sum + valueOf(fetches), 0)
  }
}
