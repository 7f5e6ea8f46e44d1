/**
 * Reads up to a number of values ahead of the reader, and hands out those that have arrived. Never waits for a value
 * while it has one: the source may need the reader's reaction to that one first.
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
   * Takes up to `max` values; an empty list means the end.
   *
   * @throws the error of the source, after the values before it
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

  /** Signals to the source that no more values are needed. */
  stop (): void {
    if (!this.#ended) {
      this.#ended = true
      // Not awaited: a source with a `next` that waits for this reader would never reach its `return`.
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
