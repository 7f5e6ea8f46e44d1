export interface TaskBatchOptions {
  /** batches that may run at once; keys that are added meanwhile make up the next batch. No limit by default. */
  atOnce?: number
}

/**
 * Collects the keys requested within one task and handles them together: a transaction for each would cost several
 * times as much as its share of a common one.
 */
export class TaskBatch<T> {
  readonly #run: (keys: string[]) => Promise<T>
  readonly #atOnce: number
  #running = 0
  #wake?: () => void
  #keys?: Set<string>
  #result!: Promise<T>

  /**
   * Creates a batcher.
   *
   * @param run - does the work for all keys; called after the task in which they were added
   */
  constructor (run: (keys: string[]) => Promise<T>, { atOnce = Infinity }: TaskBatchOptions = {}) {
    this.#run = run
    this.#atOnce = atOnce
  }

  /**
   * Adds keys to the current batch.
   *
   * @returns the common result of the batch
   */
  add (keys: Iterable<string>): Promise<T> {
    if (this.#keys == null) {
      const batch = this.#keys = new Set()
      this.#result = this.#start(batch)
    }

    for (const key of keys) {
      this.#keys.add(key)
    }

    return this.#result
  }

  async #start (batch: Set<string>): Promise<T> {
    await (this.#running < this.#atOnce ? undefined : new Promise<void>((resolve) => {
      this.#wake = resolve
    }))
    this.#keys = undefined
    this.#running++

    try {
      return await this.#run([...batch])
    } finally {
      this.#running--
      this.#wake?.()
      this.#wake = undefined
    }
  }
}
