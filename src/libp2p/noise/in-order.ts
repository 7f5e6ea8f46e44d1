/**
 * Hands values out in the order in which they were given, though some of them are ready only later than those behind them: at once where nothing
 * before them is waited for, and what is ready together, together.
 */
export class InOrder<T> {
  readonly #take: (ready: T[]) => void
  readonly #fail: (reason: unknown) => void
  readonly #places: Array<{ ready?: { value: T } }> = []
  readonly #whenIdle: Array<() => void> = []
  #hasFailed = false

  /**
   * @param take - handed what is ready; what it throws goes to `fail`
   * @param fail - handed why a value will never be ready: neither it nor what is behind it is handed out, nor what is given later
   */
  constructor (take: (ready: T[]) => void, fail: (reason: unknown) => void) {
    this.#take = take
    this.#fail = fail
  }

  /** Puts values behind those that were given before. */
  add (values: ReadonlyArray<T | Promise<T>>): void {
    if (this.#hasFailed) {
      return
    }

    for (const value of values) {
      const place: { ready?: { value: T } } = {}
      this.#places.push(place)

      if (value instanceof Promise) {
        value.then((ready) => {
          place.ready = { value: ready }
          this.#handOut()
        }, (error: unknown) => { this.#end(error) })
      } else {
        place.ready = { value }
      }
    }

    this.#handOut()
  }

  /** Resolves when nothing is waited for, also because a value will never be ready. */
  async idle (): Promise<void> {
    if (this.#places.length > 0) {
      await new Promise<void>((resolve) => { this.#whenIdle.push(resolve) })
    }
  }

  #handOut (): void {
    const waitedFor = this.#places.findIndex(({ ready }) => ready == null)
    const ready = this.#places.splice(0, waitedFor === -1 ? this.#places.length : waitedFor)

    if (ready.length === 0) {
      return
    }

    try {
      this.#take(ready.map((place) => place.ready!.value))
    } catch (error) {
      this.#end(error)
    }

    this.#tellIdle()
  }

  #end (reason: unknown): void {
    if (!this.#hasFailed) {
      this.#hasFailed = true
      this.#places.length = 0
      this.#fail(reason)
      this.#tellIdle()
    }
  }

  #tellIdle (): void {
    if (this.#places.length === 0) {
      this.#whenIdle.splice(0).forEach((resolve) => { resolve() })
    }
  }
}
