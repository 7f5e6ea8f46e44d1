/**
 * Finds a fixed sequence of bytes (Boyer-Moore-Horspool). A delimiter of forty bytes is searched in steps of up to
 * forty, so a large body is scanned at memory speed.
 */
export class ByteSearch {
  readonly #needle: Uint8Array
  /** distance by which the end of the needle may advance from a byte; 0 for its last byte */
  readonly #skip: Int32Array
  /** distance by which it advances from its own last byte */
  readonly #repeat: number

  /**
   * Creates a search.
   *
   * @param needle - at least one byte
   */
  constructor (needle: Uint8Array) {
    const last = needle.length - 1
    this.#needle = needle
    this.#skip = new Int32Array(256).fill(needle.length)

    for (let i = 0; i < last; i++) {
      this.#skip[needle[i]] = last - i
    }

    this.#repeat = this.#skip[needle[last]]
    this.#skip[needle[last]] = 0
  }

  /**
   * Searches a buffer.
   *
   * @returns the first position at or after `from`, or -1
   */
  indexIn (haystack: Uint8Array, from = 0): number {
    const needle = this.#needle
    const skip = this.#skip
    const last = needle.length - 1
    const end = haystack.length

    for (let at = from + last; at < end;) {
      const step = skip[haystack[at]]

      if (step > 0) {
        at += step
        continue
      }

      const start = at - last
      let i = 0
      while (i < last && haystack[start + i] === needle[i]) {
        i++
      }

      if (i === last) {
        return start
      }

      at += this.#repeat
    }

    return -1
  }
}
