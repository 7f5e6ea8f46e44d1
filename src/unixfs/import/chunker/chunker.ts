import type { Chunk } from './chunk.ts'

/** Finds chunk boundaries in a stream of bytes. */
export interface Cutter {
  /**
   * Scans `bytes` from `from` on. The bytes must follow those of the previous call.
   *
   * @returns the end of the current chunk (the index after its last byte), or -1 if it continues after these bytes.
   *   After an end the next chunk begins.
   */
  next: (bytes: Uint8Array, from: number) => number
}

/** Splits the bytes of a file into chunks that are views: no byte is copied. */
export class Chunker {
  readonly #cutter: Cutter
  #parts: Uint8Array[] = []
  #length = 0

  constructor (cutter: Cutter) {
    this.#cutter = cutter
  }

  /** Yields the chunks that end in `bytes`. Iterate to the end before the next `push`. */
  *push (bytes: Uint8Array): Generator<Chunk, void, undefined> {
    let from = 0

    while (from < bytes.length) {
      const end = this.#cutter.next(bytes, from)
      this.#append(bytes, from, end < 0 ? bytes.length : end)

      if (end < 0) {
        return
      }

      from = end
      yield this.#take()
    }
  }

  /** Returns the remaining bytes at the end of the file; undefined if there are none. */
  end (): Chunk | undefined {
    return this.#length === 0 ? undefined : this.#take()
  }

  /** The length of the unfinished chunk in bytes. */
  get pending (): number {
    return this.#length
  }

  #append (bytes: Uint8Array, from: number, end: number): void {
    if (end > from) {
      this.#parts.push(from === 0 && end === bytes.length ? bytes : bytes.subarray(from, end))
      this.#length += end - from
    }
  }

  #take (): Chunk {
    const chunk = { parts: this.#parts, length: this.#length }
    this.#parts = []
    this.#length = 0
    return chunk
  }
}
