/** Seeded random numbers: a run with the same seed makes the same decisions. */
export class Random {
  #state: number

  constructor (seed: number) {
    this.#state = seed >>> 0
  }

  /** returns a number from 0 to 1, excluding 1 (mulberry32) */
  next (): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** returns an integer, both ends included */
  between (least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  pick<T> (items: readonly T[]): T {
    return items[this.between(0, items.length - 1)]
  }

  /** Picks up to `count` random items. */
  some<T> (items: readonly T[], count: number): T[] {
    const left = [...items]
    return Array.from(
      { length: Math.min(count, left.length) },
      () => left.splice(this.between(0, left.length - 1), 1)[0]
    )
  }
}
