/**
 * Collects the keys requested within one task and handles them together: a transaction for each would cost several
 * times as much as its share of a common one.
 */
export class TaskBatch<T> {
  readonly #run: (keys: string[]) => Promise<T>
  #keys?: Set<string>
  #result!: Promise<T>

  /**
   * Creates a batcher.
   *
   * @param run - does the work for all keys; called after the task in which they were added
   */
  constructor (run: (keys: string[]) => Promise<T>) {
    this.#run = run
  }

  /**
   * Adds keys to the current batch.
   *
   * @returns the common result of the batch
   */
  add (keys: Iterable<string>): Promise<T> {
    if (this.#keys == null) {
      const batch = this.#keys = new Set()
      this.#result = Promise.resolve().then(() => {
        this.#keys = undefined
        return this.#run([...batch])
      })
    }

    for (const key of keys) {
      this.#keys.add(key)
    }

    return this.#result
  }
}
