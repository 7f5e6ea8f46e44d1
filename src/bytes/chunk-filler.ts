/** Large enough that the fixed cost of handing a chunk to a stream vanishes, small enough to be there soon. */
const CHUNK_BYTES = 512 * 1024

/** Fills chunks of one size with pieces of any. */
export class ChunkFiller {
  #chunk = new Uint8Array(CHUNK_BYTES)
  #length = 0
  readonly #full: Uint8Array[] = []

  /** True when bytes are waiting in a chunk that is not full. */
  get started (): boolean {
    return this.#length > 0
  }

  write (bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      // most pieces fit: then there is no view to be made
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

  /** An unsigned varint below 2^53. */
  writeVarint (value: number): void {
    let rest = value

    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) {
      this.#writeByte(rest % 0x80 | 0x80)
    }

    this.#writeByte(rest)
  }

  /** The next chunk that is full, taken. */
  takeFull (): Uint8Array | undefined {
    return this.#full.shift()
  }

  /** What there is of the last chunk, taken. */
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
