import { concatBytes } from '../../bytes/concat-bytes.ts'

const LF = 10
const EMPTY = new Uint8Array(0)

/** Presents chunks of bytes as one buffer. Copies only if a value spans two chunks. */
export class ChunkReader {
  #chunks: AsyncIterator<Uint8Array>
  #buffer: Uint8Array = EMPTY
  #ended = false
  #position = 0

  constructor (chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** The bytes that have arrived and are not consumed. */
  get buffer (): Uint8Array {
    return this.#buffer
  }

  /** The number of consumed bytes. */
  get position (): number {
    return this.#position
  }

  /**
   * Continues with other chunks in place of the current source.
   *
   * @param position - the position of their first byte
   */
  goOn (chunks: AsyncIterable<Uint8Array>, position: number): void {
    this.close().catch(() => {}) // the abandoned source may fail to close
    this.#chunks = chunks[Symbol.asyncIterator]()
    this.#buffer = EMPTY
    this.#ended = false
    this.#position = position
  }

  /** Consumes bytes from the buffer. They stay valid, because chunks are never overwritten. */
  take (length: number): Uint8Array {
    const taken = this.#buffer.subarray(0, length)
    this.#buffer = this.#buffer.subarray(length)
    this.#position += taken.length
    return taken
  }

  /**
   * Waits for the next chunk.
   *
   * @returns false at the end
   */
  async more (): Promise<boolean> {
    if (this.#ended) {
      return false
    }

    const { done, value } = await this.#chunks.next()

    if (done === true) {
      this.#ended = true
      return false
    }

    this.#buffer = this.#buffer.length === 0 ? value : concatBytes([this.#buffer, value])
    return true
  }

  /**
   * Waits until the buffer has a number of bytes.
   *
   * @returns false if the source ends before
   */
  async atLeast (length: number): Promise<boolean> {
    while (this.#buffer.length < length) {
      if (!await this.more()) {
        return false
      }
    }

    return true
  }

  /**
   * Consumes a line with its line feed. At the end of the source it returns the rest, which may be empty.
   *
   * @returns undefined if there is no line feed within `maxBytes`; nothing is consumed in that case
   */
  async line (maxBytes: number): Promise<Uint8Array | undefined> {
    let searched = 0

    for (;;) {
      const at = this.#buffer.indexOf(LF, searched)

      if (at >= maxBytes || (at < 0 && this.#buffer.length >= maxBytes)) {
        return undefined
      }

      if (at >= 0) {
        return this.take(at + 1)
      }

      searched = this.#buffer.length

      if (!await this.more()) {
        return this.take(searched)
      }
    }
  }

  /** Closes the source. */
  async close (): Promise<void> {
    if (!this.#ended) {
      this.#ended = true
      await this.#chunks.return?.()
    }
  }
}
