/**
 * Finds a fixed sequence of bytes (Boyer-Moore-Horspool): a delimiter of forty bytes is looked for in steps of up to forty,
 * so that a large body is passed at memory speed.
 */
export class ByteSearch {
  readonly #needle: Uint8Array
  readonly #skip: Uint8Array

  /** @param needle - 1 to 255 bytes */
  constructor (needle: Uint8Array) {
    this.#needle = needle
    this.#skip = new Uint8Array(256).fill(needle.length)

    for (let i = 0; i < needle.length - 1; i++) {
      this.#skip[needle[i]] = needle.length - 1 - i
    }
  }

  /** @returns the first position at or after `from`, or -1 */
  indexIn (haystack: Uint8Array, from = 0): number {
    const needle = this.#needle
    const skip = this.#skip
    const last = needle.length - 1
    const end = haystack.length

    for (let at = from + last; at < end; at += skip[haystack[at]]) {
      let i = last
      let j = at

      while (i >= 0 && haystack[j] === needle[i]) {
        i--
        j--
      }

      if (i < 0) {
        return j + 1
      }
    }

    return -1
  }
}
