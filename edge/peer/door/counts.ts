/** Counters by name. */
export class Counts {
  readonly #counts = new Map<string, number>()

  of (name: string | undefined): number {
    return name == null ? 0 : this.#counts.get(name) ?? 0
  }

  /**
   * Increments a counter.
   *
   * @returns a function that decrements it again; idempotent
   */
  add (name: string | undefined): () => void {
    if (name == null) {
      return () => {}
    }

    let isThere = true
    this.#counts.set(name, this.of(name) + 1)

    return () => {
      if (isThere) {
        isThere = false
        const left = this.of(name) - 1

        if (left > 0) {
          this.#counts.set(name, left)
        } else {
          this.#counts.delete(name)
        }
      }
    }
  }
}
