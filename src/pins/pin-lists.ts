import type { Pin } from './pin-store.ts'

/** Longer lists are read from the disk each time. */
const MAX_PINS = 1024

/**
 * Lists of pins that were read, as long as they are right: whoever asks what is pinned asks again and again, and reading takes longer than all the rest of the answer.
 * Nobody else may write pins meanwhile (the repo is open once).
 */
export class PinLists {
  readonly #lists = new Map<string, readonly Pin[]>()
  #changes = 0
  #changing = 0

  /** The list of a name, from memory where it is there. @param read - gives it from the disk */
  async * list (name: string, read: () => AsyncIterable<Pin>): AsyncGenerator<Pin> {
    const known = this.#changing === 0 ? this.#lists.get(name) : undefined

    if (known != null) {
      yield * known
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

  /** Does what may change pins, whether or not it succeeds: while it goes on nobody knows. */
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
