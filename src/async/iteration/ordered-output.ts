/** A value that is here or will be, or why it never will. */
interface Place<T> {
  ready?: { value: T } | { reason: unknown }
}

/**
 * Hands values out in the order in which they were given, though some of them are ready only later than those behind
 * them: at once where nothing before them is waited for, and what is ready together, together.
 */
export class InOrder<T> {
  readonly #take: (ready: T[]) => void
  readonly #fail: (reason: unknown) => void
  readonly #places: Array<Place<T>> = []
  readonly #whenIdle: Array<() => void> = []
  #hasFailed = false

  /**
   * @param take - handed what is ready; what it throws goes to `fail`
   * @param fail - handed why a value will never be ready, when all before it was handed out: what is behind it is
   *   not, nor what is given later
   */
  constructor (take: (ready: T[]) => void, fail: (reason: unknown) => void) {
    this.#take = take
    this.#fail = fail
  }

  /** Puts values behind those that were given before. */
  add (values: ReadonlyArray<T | Promise<T>>): void {
    for (const value of values) {
      const place: Place<T> = {}
      this.#places.push(place)

      const settle = (ready: Place<T>['ready']): void => {
        place.ready = ready
        this.#handOut()
      }

      if (value instanceof Promise) {
        value.then((value) => {
          settle({ value })
        }, (reason: unknown) => {
          settle({ reason })
        })
      } else {
        place.ready = { value }
      }
    }

    this.#handOut()
  }

  /** Whether nothing is waited for. */
  get isIdle (): boolean {
    return this.#places.length === 0
  }

  /** Resolves when nothing is waited for. */
  async idle (): Promise<void> {
    if (!this.isIdle) {
      await new Promise<void>((resolve) => {
        this.#whenIdle.push(resolve)
      })
    }
  }

  #handOut (): void {
    if (this.#hasFailed) {
      this.#places.length = 0
      return
    }

    const waitedFor = this.#places.findIndex(({ ready }) => ready == null)
    const settled = this.#places.splice(0, waitedFor === -1 ? this.#places.length : waitedFor)

    if (settled.length === 0) {
      return
    }

    const values: T[] = []
    let failed: { reason: unknown } | undefined

    for (const { ready } of settled) {
      if ('reason' in ready!) {
        failed = ready
        break
      }

      values.push(ready!.value)
    }

    try {
      if (values.length > 0) {
        this.#take(values)
      }
    } catch (reason) {
      failed = { reason }
    }

    if (failed != null) {
      this.#hasFailed = true
      this.#places.length = 0
      this.#fail(failed.reason)
    }

    if (this.isIdle) {
      this.#whenIdle.splice(0).forEach((resolve) => {
        resolve()
      })
    }
  }
}
