/**
 * Collects what is asked for in one task and does it at once: a transaction for each costs several times as much as
 * a request in a common one.
 */
export class TaskBatch<T> {
  readonly #run: (keys: string[]) => Promise<T>
  #keys?: Set<string>
  #result!: Promise<T>

  /** @param run - does the work for all keys; it is called after the task in which they were added */
  constructor (run: (keys: string[]) => Promise<T>) {
    this.#run = run
  }

  /** @returns the common result of the batch that the keys went into */
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
