/** All that gossipsub has of package denque, a queue with very many ways: of which the worker gets no more. */
export default class PlainQueue {
  #items = []
  /** index of the first that is not taken */
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

    // moving the rest at each would take a time that grows with it
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
