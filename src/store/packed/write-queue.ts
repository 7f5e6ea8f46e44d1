/** Write transactions that may be under way at once: one is being cloned by the worker while the other is being written. */
const MAX_IN_FLIGHT = 2

/** Starts write jobs in their order, a bounded number at once. */
export class WriteQueue {
  readonly #waiting: Array<() => void> = []
  readonly #unfinished = new Set<Promise<unknown>>()
  readonly #onIdle: () => void
  #active = 0

  /** @param onIdle - called when the last job has ended and none waits */
  constructor (onIdle: () => void) {
    this.#onIdle = onIdle
  }

  get idle (): boolean {
    return this.#active === 0 && this.#waiting.length === 0
  }

  /** @param job - must create its transaction before it awaits anything, since IndexedDB orders transactions by that */
  run<T> (job: () => Promise<T>): Promise<T> {
    const ended = new Promise<T>((resolve, reject) => {
      this.#waiting.push(() => {
        job().then(resolve, reject).finally(() => {
          this.#active--
          this.#startNext()

          if (this.idle) {
            this.#onIdle()
          }
        })
      })
    })
    this.#unfinished.add(ended)
    const forget = (): void => { this.#unfinished.delete(ended) }
    ended.then(forget, forget)
    this.#startNext()
    return ended
  }

  /** Resolves when every job given so far has ended, well or badly. */
  async drain (): Promise<void> {
    await Promise.allSettled(this.#unfinished)
  }

  #startNext (): void {
    while (this.#active < MAX_IN_FLIGHT && this.#waiting.length > 0) {
      this.#active++
      this.#waiting.shift()!()
    }
  }
}
