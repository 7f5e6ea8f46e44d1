import { RABIN_WINDOW_BYTES, rabinTables } from './rabin-tables.ts'
import type { Cutter } from './cutter.ts'

/** Shift that leaves the top eight of the fingerprint's 53 bits, applied to its upper half. */
const INDEX_SHIFT = 53 - 8 - 32

/**
 * Chunks that end where the Rabin fingerprint of the last 16 bytes has zeros at its end (whyrusleeping/chunker, `chunker.go`).
 * A chunk's first `min - 16` bytes are never looked at. Below a minimum of 16 that number wraps around in Kubo,
 * which then cuts nowhere: kept, for the CID.
 */
export class RabinCutter implements Cutter {
  readonly #tables = rabinTables()
  readonly #window = new Uint8Array(RABIN_WINDOW_BYTES)
  readonly #min: number
  readonly #max: number
  readonly #skip: number
  readonly #mask: number
  #position = 0
  #high = 0
  #low = 0
  #count = 0

  constructor (min: number, avg: number, max: number) {
    this.#min = min
    this.#max = max
    this.#skip = min < RABIN_WINDOW_BYTES ? Infinity : min - RABIN_WINDOW_BYTES
    this.#mask = (1 << (31 - Math.clz32(avg))) - 1
    this.#reset()
  }

  next (bytes: Uint8Array, from: number): number {
    if (this.#count < this.#skip) {
      const skipped = Math.min(this.#skip - this.#count, bytes.length - from)
      this.#count += skipped
      from += skipped
    }

    const end = this.#slide(bytes, from)

    if (end >= 0) {
      this.#reset()
    }

    return end
  }

  #slide (bytes: Uint8Array, from: number): number {
    const { outHigh, outLow, modHigh, modLow } = this.#tables
    const window = this.#window
    const mask = this.#mask
    const start = from - this.#count
    const firstEnd = start + this.#min
    const lastEnd = start + this.#max
    let position = this.#position
    let high = this.#high
    let low = this.#low

    for (let i = from; i < bytes.length;) {
      const byte = bytes[i++]
      const out = window[position]
      window[position] = byte
      position = (position + 1) & (RABIN_WINDOW_BYTES - 1)

      high ^= outHigh[out]
      low ^= outLow[out]

      const index = high >>> INDEX_SHIFT
      high = ((high << 8) | (low >>> 24)) ^ modHigh[index]
      low = ((low << 8) | byte) ^ modLow[index]

      if (i >= firstEnd && ((low & mask) === 0 || i >= lastEnd)) {
        return i
      }
    }

    this.#position = position
    this.#high = high
    this.#low = low
    this.#count += bytes.length - from
    return -1
  }

  /** A chunk begins with the window's fingerprint of a single 1. */
  #reset (): void {
    this.#window.fill(0)
    this.#window[0] = 1
    this.#position = 1
    this.#high = 0
    this.#low = 1
    this.#count = 0
  }
}
