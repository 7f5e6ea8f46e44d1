export interface RecentMapOptions<V> {
  /** maximum size of all values together, in the unit of `sizeOf` */
  max: number
  /** Returns the size of a value, always the same one. 1 by default, so that `max` counts entries. */
  sizeOf?: (value: V) => number
}

/** An LRU cache of bounded size. */
export class RecentMap<K, V> {
  readonly #max: number
  readonly #sizeOf: (value: V) => number
  /** the least recently used first: a Map keeps the order of insertion */
  readonly #entries = new Map<K, V>()
  #total = 0

  constructor ({ max, sizeOf = () => 1 }: RecentMapOptions<V>) {
    this.#max = max
    this.#sizeOf = sizeOf
  }

  /** number of entries */
  get size (): number {
    return this.#entries.size
  }

  /** Returns the value of a key and marks it as used. */
  get (key: K): V | undefined {
    const value = this.peek(key)

    if (this.has(key)) {
      this.set(key, value as V)
    }

    return value
  }

  /** Returns the value of a key, made if it is missing, and marks it as used. */
  getOrMake (key: K, make: () => V): V {
    const value = this.peek(key) ?? make()
    this.set(key, value)
    return value
  }

  /** Returns the value of a key without marking it as used. */
  peek (key: K): V | undefined {
    return this.#entries.get(key)
  }

  has (key: K): boolean {
    return this.#entries.has(key)
  }

  /**
   * Stores a value as the most recently used, and replaces the old value of its key. A value larger than `max` is not
   * stored and evicts nothing.
   */
  set (key: K, value: V): void {
    const size = this.#sizeOf(value)
    this.delete(key)

    if (size > this.#max) {
      return
    }

    this.#entries.set(key, value)
    this.#total += size
    this.shrink(this.#max)
  }

  /**
   * Removes a value.
   *
   * @returns whether it existed
   */
  delete (key: K): boolean {
    const value = this.#entries.get(key)

    if (!this.#entries.delete(key)) {
      return false
    }

    this.#total -= this.#sizeOf(value as V)
    return true
  }

  clear (): void {
    this.#entries.clear()
    this.#total = 0
  }

  /** Returns the values, the least recently used first. */
  values (): IterableIterator<V> {
    return this.#entries.values()
  }

  /** Evicts the least recently used values until at most `max` is left. */
  shrink (max: number): void {
    for (const key of this.#entries.keys()) {
      if (this.#total <= max) {
        break
      }

      this.delete(key)
    }
  }
}
