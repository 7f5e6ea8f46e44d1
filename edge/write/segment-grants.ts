/** Segments that the node has granted, in the order in which they are written. */
export class SegmentGrants {
  readonly #granted: number[] = []
  readonly #waiting: Array<{ resolve: (segment: number) => void; reject: (reason: unknown) => void }> = []
  #failure: { reason: unknown } | undefined

  add (segments: readonly number[]): void {
    this.#granted.push(...segments)

    while (this.#granted.length > 0 && this.#waiting.length > 0) {
      this.#waiting.shift()!.resolve(this.#granted.shift()!)
    }
  }

  /**
   * Returns the next granted segment.
   *
   * @throws when the node has left
   */
  async next (): Promise<number> {
    if (this.#failure != null) {
      throw this.#failure.reason
    }

    return this.#granted.shift() ?? await new Promise<number>((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
    })
  }

  /** Grants no further segment: nothing more may be written. */
  end (reason: unknown): void {
    this.#failure ??= { reason }
    this.#granted.splice(0)
    this.#waiting.splice(0).forEach(({ reject }) => {
      reject(reason)
    })
  }
}
