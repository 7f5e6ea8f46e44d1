/**
 * Takes values from a source ahead of the reader, up to a number, and hands out what has arrived. It never waits for a
 * value while it has one: the source may need the answer to this one to know the next.
 */
export class ReadAheadQueue<T> {
  readonly #iterator: Iterator<T> | AsyncIterator<T>
  readonly #max: number
  readonly #values: T[] = []
  #pulling = false
  #ended = false
  #failure?: { err: unknown }
  #wake?: () => void

  constructor (source: Iterable<T> | AsyncIterable<T>, max: number) {
    this.#iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
    this.#max = max
  }

  /**
   * Up to `max` values, or fewer; an empty list at the end. @throws what the source threw, after the values before it
   */
  async take (max = this.#max): Promise<T[]> {
    void this.#pull()

    while (this.#values.length === 0 && !this.#ended) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }

    if (this.#values.length === 0 && this.#failure != null) {
      throw this.#failure.err
    }

    const values = this.#values.splice(0, max)
    void this.#pull()
    return values
  }

  /** Tells the source that no more is wanted. */
  stop (): void {
    if (!this.#ended) {
      this.#ended = true
      // not awaited: a source that waits for us in its `next` would never come to its `return`
      void Promise.resolve(this.#iterator.return?.()).catch(() => {})
    }
  }

  async #pull (): Promise<void> {
    if (this.#pulling) {
      return
    }

    this.#pulling = true

    try {
      while (!this.#ended && this.#values.length < this.#max) {
        const step = this.#iterator.next()
        const next = 'then' in step ? await step : step

        if (next.done === true) {
          this.#ended = true
        } else {
          this.#values.push(next.value)
        }

        this.#wake?.()
      }
    } catch (err) {
      this.#ended = true
      this.#failure = { err }
      this.#wake?.()
    } finally {
      this.#pulling = false
    }
  }
}
