import type { Cutter } from './chunker.ts'
import { RABIN_WINDOW_BYTES, rabinTables } from './rabin-tables.ts'

/** The shift that extracts the top eight of the fingerprint's 53 bits from its upper half. */
const INDEX_SHIFT = 53 - 8 - 32

/**
 * Content-defined chunking by Rabin fingerprints: a chunk ends if the fingerprint of the last 16 bytes has trailing
 * zeros (whyrusleeping/chunker, `chunker.go`). The first `min - 16` bytes of a chunk are skipped. If the minimum is
 * below 16, that number wraps around in Kubo, which then never cuts. This is imitated, since CIDs depend on it.
 */
export class RabinCutter implements Cutter {
  readonly #tables = rabinTables()
  readonly #min: number
  readonly #max: number
  readonly #skip: number
  readonly #mask: number
  /** a ring buffer of the last 16 bytes, and the index of the oldest */
  readonly #window = new Uint8Array(RABIN_WINDOW_BYTES)
  #oldest = 0
  /** the two halves of the fingerprint */
  #high = 0
  #low = 0
  /** the length of the current chunk so far */
  #count = 0

  constructor (min: number, avg: number, max: number) {
    this.#min = min
    this.#max = max
    this.#skip = min < RABIN_WINDOW_BYTES ? Infinity : min - RABIN_WINDOW_BYTES
    this.#mask = (1 << (31 - Math.clz32(avg))) - 1
    this.#reset()
  }

  next (bytes: Uint8Array, from: number): number {
    const start = from - this.#count
    const skipped = Math.min(bytes.length, Math.max(from, start + this.#skip))
    const end = this.#find(bytes, skipped, start)

    if (end < 0) {
      this.#count = bytes.length - start
    } else {
      this.#reset()
    }

    return end
  }

  /** Bytes that leave the window come from the ring buffer first, then from `bytes`. */
  #find (bytes: Uint8Array, from: number, start: number): number {
    const warm = Math.min(bytes.length, from + RABIN_WINDOW_BYTES)
    const end = this.#slideRing(bytes, from, warm, start)
    return end < 0 && warm < bytes.length ? this.#slideBytes(bytes, warm, start) : end
  }

  #slideRing (bytes: Uint8Array, from: number, to: number, start: number): number {
    const { outHigh, outLow, modHigh, modLow } = this.#tables

    for (let i = from; i < to;) {
      const byte = bytes[i++]
      const out = this.#window[this.#oldest]
      this.#window[this.#oldest] = byte
      this.#oldest = (this.#oldest + 1) & (RABIN_WINDOW_BYTES - 1)

      const high = this.#high ^ outHigh[out]
      const low = this.#low ^ outLow[out]
      const index = high >>> INDEX_SHIFT

      this.#high = ((high << 8) | (low >>> 24)) ^ modHigh[index]
      this.#low = ((low << 8) | byte) ^ modLow[index]

      if (i >= start + this.#min && ((this.#low & this.#mask) === 0 || i >= start + this.#max)) {
        return i
      }
    }

    return -1
  }

  /** The hot loop. A full window precedes `from`, so the minimum length is reached. */
  #slideBytes (bytes: Uint8Array, from: number, start: number): number {
    const { outHigh, outLow, modHigh, modLow } = this.#tables
    const mask = this.#mask
    const last = start + this.#max
    const limit = Math.min(bytes.length, last)
    let high = this.#high
    let low = this.#low

    for (let i = from; i < limit;) {
      const byte = bytes[i]
      const out = bytes[i - RABIN_WINDOW_BYTES]
      i++

      high ^= outHigh[out]
      low ^= outLow[out]

      const index = high >>> INDEX_SHIFT
      high = ((high << 8) | (low >>> 24)) ^ modHigh[index]
      low = ((low << 8) | byte) ^ modLow[index]

      if ((low & mask) === 0) {
        return i
      }
    }

    if (limit === last) {
      return last
    }

    this.#high = high
    this.#low = low
    this.#window.set(bytes.subarray(limit - RABIN_WINDOW_BYTES, limit))
    this.#oldest = 0
    return -1
  }

  /** Starts a chunk with the fingerprint of a single 1. */
  #reset (): void {
    this.#window.fill(0)
    this.#window[0] = 1
    this.#oldest = 1
    this.#high = 0
    this.#low = 1
    this.#count = 0
  }
}
