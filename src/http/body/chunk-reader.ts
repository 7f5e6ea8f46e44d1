import { concatBytes } from '../../bytes/concat-bytes.ts'

const LF = 10
const EMPTY = new Uint8Array(0)

/** Looks at chunks of bytes as one buffer, copying only where something lies across two of them. */
export class ChunkReader {
  #chunks: AsyncIterator<Uint8Array>
  #buffer: Uint8Array = EMPTY
  #ended = false
  #position = 0

  constructor (chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** What has come and is not consumed. */
  get buffer (): Uint8Array {
    return this.#buffer
  }

  /** How many bytes were taken. */
  get position (): number {
    return this.#position
  }

  /** Goes on with other chunks in place of what would come. @param position - that of the first byte in them */
  goOn (chunks: AsyncIterable<Uint8Array>, position: number): void {
    this.close().catch(() => {}) // who cannot be told is not read any more
    this.#chunks = chunks[Symbol.asyncIterator]()
    this.#buffer = EMPTY
    this.#ended = false
    this.#position = position
  }

  /** Gives so many bytes of the buffer away. They stay valid: no chunk is written to again. */
  take (length: number): Uint8Array {
    const taken = this.#buffer.subarray(0, length)
    this.#buffer = this.#buffer.subarray(length)
    this.#position += taken.length
    return taken
  }

  /** Waits for the next chunk; false at the end. */
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

  /** Waits for so many bytes; false when the end comes before. */
  async atLeast (length: number): Promise<boolean> {
    while (this.#buffer.length < length) {
      if (!await this.more()) {
        return false
      }
    }

    return true
  }

  /**
   * Takes a line with its line feed; at the end what is left, which may be nothing.
   *
   * @returns undefined when there is no line feed within so many bytes; then nothing is taken
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

  /** Tells the source that no more is wanted. */
  async close (): Promise<void> {
    if (!this.#ended) {
      this.#ended = true
      await this.#chunks.return?.()
    }
  }
}
