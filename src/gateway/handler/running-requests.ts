/** Counts the requests that a gateway is answering. */
export class RunningRequests {
  #count = 0

  /**
   * Admits a request unless `limit` requests are running.
   *
   * @returns an idempotent function that ends it; undefined if the limit is reached
   */
  enter (limit: number): (() => void) | undefined {
    if (this.#count >= limit) {
      return undefined
    }

    let inside = true
    this.#count++

    return () => {
      this.#count -= inside ? 1 : 0
      inside = false
    }
  }
}
