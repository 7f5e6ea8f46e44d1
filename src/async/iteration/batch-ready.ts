import { nextTask } from '../timers/next-task.ts'

export interface ReadyTogetherOptions<T> {
  /** how much a value weighs */
  weigh: (value: T) => number
  /** a lot that weighs as much takes no further value */
  maxWeight: number
}

/**
 * The values of a source in lots: what can be had without waiting for anything from outside comes together. Nobody
 * waits for a value longer than that takes. What the source throws comes behind all values before.
 *
 * @example
 *   for await (const lines of readyTogether(rows, { weigh: (row) => row.length, maxWeight: 65536 })) send(lines.join(''))
 */
export async function* readyTogether<T> (
  source: AsyncIterable<T>,
  options: ReadyTogetherOptions<T>
): AsyncGenerator<T[]> {
  const gathering = new Gathering(source, options)

  try {
    for (let lot = await gathering.take(); lot.length > 0; lot = await gathering.take()) {
      yield lot
    }
  } finally {
    gathering.leave()
  }
}

/** Takes values one behind the other, with one wait for each: more would cost as much as the value. */
class Gathering<T> {
  readonly #values: AsyncIterator<T>
  readonly #options: ReadyTogetherOptions<T>
  #lot: T[] = []
  #weight = 0
  #isAsked = false
  #isPulling = false
  #isOver = false
  #fault?: { error: unknown }
  #changed = (): void => {}

  constructor (source: AsyncIterable<T>, options: ReadyTogetherOptions<T>) {
    this.#values = source[Symbol.asyncIterator]()
    this.#options = options
  }

  /** @returns an empty lot at the end @throws what the source threw */
  async take (): Promise<T[]> {
    this.#isAsked = true

    if (!this.#isPulling) {
      void this.#pull()
    }

    await this.#until(() => this.#lot.length > 0 || this.#isOver)

    if (!this.#isFull() && !this.#isOver) {
      await Promise.race([nextTask(), this.#until(() => this.#isFull() || this.#isOver)])
    }

    const lot = this.#lot
    this.#isAsked = false
    this.#lot = []
    this.#weight = 0

    if (lot.length === 0 && this.#fault != null) {
      throw this.#fault.error
    }

    return lot
  }

  /** Nobody reads on. Not waited for: in the middle of its work a generator ends by its signal. */
  leave (): void {
    if (!this.#isOver) {
      this.#isOver = true
      this.#values.return?.().catch(() => {})
    }
  }

  /** Goes on while values are asked for, and is then one value ahead. */
  async #pull (): Promise<void> {
    this.#isPulling = true

    try {
      while (this.#isAsked && !this.#isFull() && !this.#isOver) {
        const { done, value } = await this.#values.next()

        if (done === true) {
          this.#isOver = true
        } else {
          this.#lot.push(value)
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
