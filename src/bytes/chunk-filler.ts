/** Large enough that the fixed cost of passing a chunk to a stream does not matter, small enough to be filled soon. */
const CHUNK_BYTES = 512 * 1024

/** Fills chunks of a fixed size with pieces of any size. */
export class ChunkFiller {
  #chunk = new Uint8Array(CHUNK_BYTES)
  #length = 0
  readonly #full: Uint8Array[] = []

  /** Whether an incomplete chunk holds bytes. */
  get started (): boolean {
    return this.#length > 0
  }

  write (bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      // Most pieces fit, and need no view.
      const part = at === 0 && bytes.length <= CHUNK_BYTES - this.#length
        ? bytes
        : bytes.subarray(at, at + CHUNK_BYTES - this.#length)
      this.#chunk.set(part, this.#length)
      this.#length += part.length
      at += part.length

      if (this.#length === CHUNK_BYTES) {
        this.#next()
      }
    }
  }

  /** Writes an unsigned varint below 2^53. */
  writeVarint (value: number): void {
    let rest = value

    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) {
      this.#writeByte(rest % 0x80 | 0x80)
    }

    this.#writeByte(rest)
  }

  /** Removes and returns the next full chunk. */
  takeFull (): Uint8Array | undefined {
    return this.#full.shift()
  }

  /** Removes and returns the bytes of the last, incomplete chunk. */
  takeRest (): Uint8Array {
    const rest = this.#chunk.slice(0, this.#length)
    this.#length = 0
    return rest
  }

  #writeByte (byte: number): void {
    this.#chunk[this.#length++] = byte

    if (this.#length === CHUNK_BYTES) {
      this.#next()
    }
  }

  #next (): void {
    this.#full.push(this.#chunk)
    this.#chunk = new Uint8Array(CHUNK_BYTES)
    this.#length = 0
  }
}
