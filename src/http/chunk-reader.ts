const LF = 10
const EMPTY = new Uint8Array(0)

/** Reads lines and windows from chunks of bytes, copying only where something lies across two chunks. */
export class ChunkReader {
  readonly #chunks: AsyncIterator<Uint8Array>
  #buffer: Uint8Array = EMPTY
  #ended = false

  constructor (chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** Up to and with the next line feed; the rest when the bytes end before one; undefined at the end. A line over `maxBytes` is cut there. */
  async line (maxBytes: number): Promise<Uint8Array | undefined> {
    let searched = 0

    for (;;) {
      const at = this.#buffer.indexOf(LF, searched)

      if (at >= 0 || this.#buffer.length >= maxBytes) {
        return this.#take(at >= 0 ? at + 1 : maxBytes)
      }

      searched = this.#buffer.length

      if (!await this.#more()) {
        return searched === 0 ? undefined : this.#take(searched)
      }
    }
  }

  /** What is there, filled up to `length` bytes unless the end comes before. Nothing is taken: see `consume`. */
  async atLeast (length: number): Promise<Uint8Array> {
    while (this.#buffer.length < length && await this.#more());
    return this.#buffer
  }

  consume (length: number): void {
    this.#buffer = this.#buffer.subarray(length)
  }

  /** Puts bytes back in front. */
  unread (bytes: Uint8Array): void {
    this.#buffer = concat(bytes, this.#buffer)
  }

  /** Reads on to the end and forgets it. */
  async drain (): Promise<void> {
    this.#buffer = EMPTY
    while (await this.#more()) this.#buffer = EMPTY
  }

  /** Tells the source that no more is wanted. */
  async close (): Promise<void> {
    if (!this.#ended) {
      this.#ended = true
      await this.#chunks.return?.()
    }
  }

  #take (length: number): Uint8Array {
    const taken = this.#buffer.subarray(0, length)
    this.#buffer = this.#buffer.subarray(length)
    return taken
  }

  async #more (): Promise<boolean> {
    if (this.#ended) {
      return false
    }

    const { done, value } = await this.#chunks.next()

    if (done === true) {
      this.#ended = true
      return false
    }

    this.#buffer = this.#buffer.length === 0 ? value : concat(this.#buffer, value)
    return true
  }
}

function concat (a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length)
  joined.set(a)
  joined.set(b, a.length)
  return joined
}
