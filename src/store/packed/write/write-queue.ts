/** The usual maximum of concurrent write transactions: the worker clones one while the other is being written. */
const MAX_IN_FLIGHT = 2

interface Waiting {
  /** Called right before the start. The start of all later jobs waits for it, too. */
  prepare?: () => Promise<void> | undefined
  start: () => void
  fail: (err: unknown) => void
}

/** Starts write jobs in their order, a bounded number at once. */
export class WriteQueue {
  readonly #waiting: Waiting[] = []
  readonly #unfinished = new Set<Promise<unknown>>()
  readonly #onEnd: () => void
  #active = 0
  #starting = false

  /**
   * Creates a queue.
   *
   * @param onEnd - called when a job has ended and the next waiting job was started
   */
  constructor (onEnd: () => void = () => {}) {
    this.#onEnd = onEnd
  }

  get idle (): boolean {
    return this.#active === 0 && this.#waiting.length === 0
  }

  /**
   * Runs a job in order.
   *
   * @param job - must create its transaction before its first `await`, because IndexedDB orders transactions by their
   *   creation
   * @param prepare - may refuse the job before it starts, by a rejection
   */
  run<T> (job: () => Promise<T>, prepare?: () => Promise<void> | undefined): Promise<T> {
    const ended = new Promise<T>((resolve, reject) => {
      const end = (): void => {
        this.#active--
        void this.#startNext()
        this.#onEnd()
      }

      this.#waiting.push({
        prepare,
        start: () => {
          job().then(resolve, reject).finally(end)
        },
        fail: (err) => {
          reject(err)
          end()
        }
      })
    })
    this.#unfinished.add(ended)
    const forget = (): void => {
      this.#unfinished.delete(ended)
    }
    ended.then(forget, forget)
    void this.#startNext()
    return ended
  }

  /** Resolves when every job so far has ended, including failed ones. */
  async drain (): Promise<void> {
    await Promise.allSettled(this.#unfinished)
  }

  async #startNext (): Promise<void> {
    if (this.#starting) {
      return
    }

    this.#starting = true

    while (this.#active < MAX_IN_FLIGHT && this.#waiting.length > 0) {
      const { prepare, start, fail } = this.#waiting.shift()!
      this.#active++

      try {
        const prepared = prepare?.()

        if (prepared != null) {
          await prepared
        }
      } catch (err) {
        // Deferred, because `end` starts the next job first.
        queueMicrotask(() => {
          fail(err)
        })
        continue
      }

      start()
    }

    this.#starting = false
  }
}
