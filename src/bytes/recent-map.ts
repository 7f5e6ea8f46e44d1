export interface RecentMapOptions<V> {
  /** of all values together, in what `sizeOf` counts */
  max: number
  /** How much of `max` a value takes: the same each time it is asked. 1 when left out, so that `max` counts entries. */
  sizeOf?: (value: V) => number
}

/** A map of bounded size that forgets what was used longest ago. */
export class RecentMap<K, V> {
  readonly #max: number
  readonly #sizeOf: (value: V) => number
  /** the oldest first: a Map keeps the order of insertion */
  readonly #entries = new Map<K, V>()
  #total = 0

  constructor ({ max, sizeOf = () => 1 }: RecentMapOptions<V>) {
    this.#max = max
    this.#sizeOf = sizeOf
  }

  /** how many entries there are */
  get size (): number {
    return this.#entries.size
  }

  /** The value of a key, which counts as used. */
  get (key: K): V | undefined {
    const value = this.peek(key)

    if (this.has(key)) {
      this.set(key, value as V)
    }

    return value
  }

  /** The value of a key, which counts as used; made where there is none. */
  getOrMake (key: K, make: () => V): V {
    const value = this.peek(key) ?? make()
    this.set(key, value)
    return value
  }

  /** As `get`, but the entry is as old as before. */
  peek (key: K): V | undefined {
    return this.#entries.get(key)
  }

  has (key: K): boolean {
    return this.#entries.has(key)
  }

  /**
   * Keeps a value as the newest, in place of what its key had. A value that is larger than all may be together is not
   * kept, and pushes nothing out.
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

  /** @returns whether it was there */
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

  /** The oldest first. */
  values (): IterableIterator<V> {
    return this.#entries.values()
  }

  /** Forgets the oldest until no more than `max` is left. */
  shrink (max: number): void {
    for (const key of this.#entries.keys()) {
      if (this.#total <= max) {
        break
      }

      this.delete(key)
    }
  }
}
