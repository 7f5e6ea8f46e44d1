import { nextTask } from '../timers/next-task.ts'

export interface BatchReadyOptions<T> {
  /** weight of a value */
  weigh: (value: T) => number
  /** a batch of this weight takes no more values */
  maxWeight: number
}

/**
 * Groups the values of a source into batches: values that are available without waiting for external events come
 * together. No value is delayed longer than that takes. An error of the source is thrown after all earlier values.
 *
 * @example for await (const lines of batchReady(rows, { weigh: (row) => row.length, maxWeight: 65536 }))
 *   send(lines.join(''))
 */
export async function* batchReady<T> (
  source: AsyncIterable<T>,
  options: BatchReadyOptions<T>
): AsyncGenerator<T[]> {
  const gathering = new Gathering(source, options)

  try {
    for (let batch = await gathering.take(); batch.length > 0; batch = await gathering.take()) {
      yield batch
    }
  } finally {
    gathering.leave()
  }
}

/** Pulls values one at a time, and waits once for each: a second wait would cost as much as the value. */
class Gathering<T> {
  readonly #values: AsyncIterator<T>
  readonly #options: BatchReadyOptions<T>
  #batch: T[] = []
  #weight = 0
  #isAsked = false
  #isPulling = false
  #isOver = false
  #fault?: { error: unknown }
  #changed = (): void => {}

  constructor (source: AsyncIterable<T>, options: BatchReadyOptions<T>) {
    this.#values = source[Symbol.asyncIterator]()
    this.#options = options
  }

  /**
   * Takes the values that are ready.
   *
   * @returns an empty batch at the end
   * @throws the error of the source
   */
  async take (): Promise<T[]> {
    this.#isAsked = true

    if (!this.#isPulling) {
      void this.#pull()
    }

    await this.#until(() => this.#batch.length > 0 || this.#isOver)

    if (!this.#isFull() && !this.#isOver) {
      await Promise.race([nextTask(), this.#until(() => this.#isFull() || this.#isOver)])
    }

    const batch = this.#batch
    this.#isAsked = false
    this.#batch = []
    this.#weight = 0

    if (batch.length === 0 && this.#fault != null) {
      throw this.#fault.error
    }

    return batch
  }

  /** Stops reading. Does not wait for the source: a generator in the middle of its work ends by its signal. */
  leave (): void {
    if (!this.#isOver) {
      this.#isOver = true
      this.#values.return?.().catch(() => {})
    }
  }

  /** Pulls values while they are requested, and then one more. */
  async #pull (): Promise<void> {
    this.#isPulling = true

    try {
      while (this.#isAsked && !this.#isFull() && !this.#isOver) {
        const { done, value } = await this.#values.next()

        if (done === true) {
          this.#isOver = true
        } else {
          this.#batch.push(value)
          this.#weight += this.#options.weigh(value)
        }

        this.#changed()
      }
    } catch (error) {
      this.#isOver = true
      this.#fault = { error }
      this.#changed()
    } finally {
      this.#isPulling = false
    }
  }

  #isFull (): boolean {
    return this.#weight >= this.#options.maxWeight
  }

  async #until (is: () => boolean): Promise<void> {
    if (!is()) {
      await new Promise<void>((resolve) => {
        this.#changed = () => {
          if (is()) {
            resolve()
          }
        }
      })
    }
  }
}
