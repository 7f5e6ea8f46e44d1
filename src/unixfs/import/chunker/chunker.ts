import type { Chunk } from './chunk.ts'

/** Finds where chunks end in a run of bytes that comes in pieces. */
export interface Cutter {
  /**
   * Looks at `bytes` from `from` on, all of which follow what was looked at before.
   *
   * @returns where the running chunk ends (an index behind its last byte), or -1 when it goes on behind these bytes.
   *   After an end the next chunk begins.
   */
  next: (bytes: Uint8Array, from: number) => number
}

/** Cuts pieces of a file, as they come, into chunks that refer to them: no byte is copied. */
export class Chunker {
  readonly #cutter: Cutter
  #parts: Uint8Array[] = []
  #length = 0

  constructor (cutter: Cutter) {
    this.#cutter = cutter
  }

  /** The chunks that end in `bytes`. Iterate to the end before the next `push`. */
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

  /** What is left at the end of the file; undefined when nothing is. */
  end (): Chunk | undefined {
    return this.#length === 0 ? undefined : this.#take()
  }

  /** Bytes of the chunk that has not ended yet. */
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
