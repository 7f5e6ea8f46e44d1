/** A value or its error, or the place of one that is not known yet. */
interface Place<T> {
  ready?: { value: T } | { reason: unknown }
}

/**
 * Delivers values in the order in which they were added, although some are ready later than their successors. A value
 * is delivered as soon as all earlier ones are; values that become ready together are delivered together.
 */
export class OrderedOutput<T> {
  readonly #take: (ready: T[]) => void
  readonly #fail: (reason: unknown) => void
  readonly #places: Array<Place<T>> = []
  readonly #whenIdle: Array<() => void> = []
  #hasFailed = false

  /**
   * Creates an empty queue.
   *
   * @param take - called with values that are ready; its errors go to `fail`
   * @param fail - called with the reason of a value that failed, after all earlier values; later values are not
   *   delivered
   */
  constructor (take: (ready: T[]) => void, fail: (reason: unknown) => void) {
    this.#take = take
    this.#fail = fail
  }

  /** Adds values after those that were added before. */
  add (values: ReadonlyArray<T | Promise<T>>): void {
    for (const value of values) {
      const place: Place<T> = {}
      this.#places.push(place)

      const resolvePlace = (ready: Place<T>['ready']): void => {
        place.ready = ready
        this.#handOut()
      }

      if (value instanceof Promise) {
        value.then((value) => {
          resolvePlace({ value })
        }, (reason: unknown) => {
          resolvePlace({ reason })
        })
      } else {
        place.ready = { value }
      }
    }

    this.#handOut()
  }

  /** Whether all values have been delivered. */
  get isIdle (): boolean {
    return this.#places.length === 0
  }

  /** Resolves when all values have been delivered. */
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
