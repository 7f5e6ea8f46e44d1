import type { Pin } from './pin-store.ts'

/** Longer lists are read from the disk each time. */
const MAX_PINS = 1024

/**
 * Caches short lists of pins while no pin changes: clients ask repeatedly, and reading takes longer than the rest of
 * the answer. The repo is open once, so no other process can write pins.
 */
export class PinListCache {
  readonly #lists = new Map<string, readonly Pin[]>()
  #changes = 0
  #changing = 0

  /**
   * Yields a list by name, from memory if it is cached.
   *
   * @param read - reads it from the disk
   */
  async *list (name: string, read: () => AsyncIterable<Pin>): AsyncGenerator<Pin> {
    const known = this.#changing === 0 ? this.#lists.get(name) : undefined

    if (known != null) {
      yield* known
      return
    }

    const changes = this.#changes
    const pins: Pin[] = []

    for await (const pin of read()) {
      if (pins.length <= MAX_PINS) {
        pins.push(pin)
      }

      yield pin
    }

    if (pins.length <= MAX_PINS && changes === this.#changes && this.#changing === 0) {
      this.#lists.set(name, pins)
    }
  }

  /**
   * Runs a change of pins. The cache is not used while it runs, and is empty afterwards, whether or not it succeeds.
   */
  async changing<T> (change: () => Promise<T>): Promise<T> {
    this.#changing++
    this.#forget()

    try {
      return await change()
    } finally {
      this.#changing--
      this.#forget()
    }
  }

  #forget (): void {
    this.#changes++
    this.#lists.clear()
  }
}
