/** How many requests a gateway answers at the moment. */
export class RunningRequests {
  #count = 0

  /**
   * Lets a request in unless `limit` are being answered.
   *
   * @returns to be called at its end, more often does no harm; undefined where there is no room
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
