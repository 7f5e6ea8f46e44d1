/** Runs jobs with the same key one after the other, and jobs with different keys concurrently. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>()

  async run<T> (key: string, job: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key)
    const mine = (async () => {
      await before?.catch(() => {})
      return await job()
    })()
    this.#last.set(key, mine)

    try {
      return await mine
    } finally {
      if (this.#last.get(key) === mine) {
        this.#last.delete(key)
      }
    }
  }
}
