import { BUZHASH_TABLE } from './buzhash-table.ts'
import type { Cutter } from './chunker.ts'

// boxo `chunker/buzhash.go`
const MIN_BYTES = 128 * 1024
const MAX_BYTES = 512 * 1024
const MASK = (1 << 17) - 1
const WINDOW_BYTES = 32

/**
 * Content-defined chunking by a cyclic polynomial: a chunk ends if the rolling hash of the last 32 bytes has 17
 * trailing zeros (boxo `chunker/buzhash.go`).
 */
export class BuzhashCutter implements Cutter {
  readonly #window = new Uint8Array(WINDOW_BYTES)
  #state = 0
  #count = 0

  next (bytes: Uint8Array, from: number): number {
    const start = from - this.#count
    from = this.#fill(bytes, Math.max(from, Math.min(bytes.length, start + MIN_BYTES - WINDOW_BYTES)), start)
    const end = this.#roll(bytes, from, start)

    this.#count = end < 0 ? bytes.length - start : 0
    this.#state = end < 0 ? this.#state : 0
    return end
  }

  /** Hashes the first window of a chunk, while no byte leaves it yet. */
  #fill (bytes: Uint8Array, from: number, start: number): number {
    const end = Math.min(bytes.length, start + MIN_BYTES)
    let state = this.#state

    for (; from < end; from++) {
      this.#window[(from - start) & (WINDOW_BYTES - 1)] = bytes[from]
      state = ((state << 1) | (state >>> 31)) ^ BUZHASH_TABLE[bytes[from]]
    }

    this.#state = state
    return from
  }

  #roll (bytes: Uint8Array, from: number, start: number): number {
    const window = this.#window
    const last = start + MAX_BYTES
    const limit = Math.min(bytes.length, last)
    let state = this.#state

    if (from - start < MIN_BYTES) {
      return -1
    }

    for (; from < limit; from++) {
      if ((state & MASK) === 0) {
        return from
      }

      const byte = bytes[from]
      const slot = (from - start) & (WINDOW_BYTES - 1)
      state = ((state << 1) | (state >>> 31)) ^ BUZHASH_TABLE[window[slot]] ^ BUZHASH_TABLE[byte]
      window[slot] = byte
    }

    this.#state = state
    return from === last ? last : -1
  }
}
