/**
 * Write transactions that may be under way at once, as a rule: one is being cloned by the worker while the other is
 * being written.
 */
const MAX_IN_FLIGHT = 2

interface Waiting {
  /** asked for right before the start; the start of all later jobs waits for it too */
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

  /** @param onEnd - called when a job has ended, and the next one that waits was begun */
  constructor (onEnd: () => void = () => {}) {
    this.#onEnd = onEnd
  }

  get idle (): boolean {
    return this.#active === 0 && this.#waiting.length === 0
  }

  /**
   * @param job - must create its transaction before it awaits anything, since IndexedDB orders transactions by that
   * @param prepare - may refuse the job, by a rejection, before it starts
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

  /** Resolves when every job given so far has ended, well or badly. */
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
        // not at once: `end` looks for the next job to start
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
