const EMPTY = new Uint8Array(0)
/** Minimum number of used chunks for which moving the rest is worthwhile. */
const MIN_USED_CHUNKS = 1024

/**
 * Takes the bytes of a stream in pieces of requested lengths. A piece within one chunk is a view; only a piece across
 * chunks is copied. Uses the memory of the chunks that a request spans, so callers must limit their requests.
 */
export class ByteQueue {
  readonly #source: AsyncIterator<Uint8Array>
  #chunks: Uint8Array[] = []
  /** index of the first chunk that is not used up */
  #head = 0
  /** position in that chunk */
  #at = 0
  #available = 0
  #ended = false

  constructor (source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Number of bytes that can be taken without waiting. */
  get available (): number {
    return this.#available
  }

  /** Waits until `count` bytes are available. Returns false if the stream ends before. */
  async need (count: number): Promise<boolean> {
    while (this.#available < count && !this.#ended) {
      const { done, value } = await this.#source.next()

      if (done === true) {
        this.#ended = true
      } else if (value.length > 0) {
        this.#chunks.push(value)
        this.#available += value.length
      }
    }

    return this.#available >= count
  }

  /** Returns the byte at `offset`, which must be available. */
  peek (offset: number): number {
    let at = this.#at + offset

    for (let i = this.#head; i < this.#chunks.length; i++) {
      const chunk = this.#chunks[i]

      if (at < chunk.length) {
        return chunk[at]
      }

      at -= chunk.length
    }

    throw new RangeError('peek beyond what is available')
  }

  /** Takes bytes that are available. */
  take (count: number): Uint8Array {
    if (count === 0) {
      return EMPTY
    }

    const first = this.#chunks[this.#head]

    if (first.length - this.#at >= count) {
      const view = first.subarray(this.#at, this.#at + count)
      this.#advance(count)
      return view
    }

    const bytes = new Uint8Array(count)

    for (let filled = 0; filled < count;) {
      const part = this.#chunks[this.#head].subarray(this.#at, this.#at + count - filled)
      bytes.set(part, filled)
      filled += part.length
      this.#advance(part.length)
    }

    return bytes
  }

  /** Skips bytes, available or not yet, without keeping them. Returns false if the stream ends before. */
  async skip (count: number): Promise<boolean> {
    let left = count

    while (left > 0) {
      if (!await this.need(1)) {
        return false
      }

      const part = Math.min(left, this.#chunks[this.#head].length - this.#at)
      this.#advance(part)
      left -= part
    }

    return true
  }

  /** Signals to the source that no more bytes are needed. */
  async close (): Promise<void> {
    if (!this.#ended) {
      this.#ended = true
      await this.#source.return?.()
    }
  }

  /**
   * Advances the position.
   *
   * @param count - not beyond the first chunk
   */
  #advance (count: number): void {
    this.#at += count
    this.#available -= count

    if (this.#at === this.#chunks[this.#head].length) {
      this.#chunks[this.#head] = EMPTY
      this.#head++
      this.#at = 0
      this.#tidy()
    }
  }

  /**
   * Removes used chunks. Not at every chunk: that would take time proportional to the list, and a stream may arrive
   * byte by byte.
   */
  #tidy (): void {
    if (this.#head === this.#chunks.length || (this.#head > MIN_USED_CHUNKS && this.#head * 2 > this.#chunks.length)) {
      this.#chunks = this.#chunks.slice(this.#head)
      this.#head = 0
    }
  }
}
