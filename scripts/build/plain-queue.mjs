/** Replaces package denque in the worker with the part that gossipsub uses. */
export default class PlainQueue {
  #items = []
  /** index of the first remaining item */
  #head = 0

  push (item) {
    this.#items.push(item)
  }

  peekFront () {
    return this.#items[this.#head]
  }

  shift () {
    const item = this.#items[this.#head]

    if (this.#head < this.#items.length) {
      this.#items[this.#head++] = undefined
    }

    // Moving the rest at every call would take time proportional to the length.
    if (this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head)
      this.#head = 0
    }

    return item
  }

  clear () {
    this.#items = []
    this.#head = 0
  }
}
