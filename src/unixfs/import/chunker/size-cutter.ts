import type { Cutter } from './chunker.ts'

/** Chunks of `size` bytes each (boxo `chunker/splitting.go`). */
export class SizeCutter implements Cutter {
  readonly #size: number
  #left: number

  constructor (size: number) {
    this.#size = size
    this.#left = size
  }

  next (bytes: Uint8Array, from: number): number {
    const end = from + this.#left

    if (end > bytes.length) {
      this.#left = end - bytes.length
      return -1
    }

    this.#left = this.#size
    return end
  }
}
