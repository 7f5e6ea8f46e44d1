/** The maximum length of a varint in bytes: numbers have 63 bits (multiformats unsigned-varint). */
const MAX_BYTES = 9

/**
 * Reads an unsigned varint like go-varint, with its error messages.
 *
 * @returns the number, exact up to 2^53, and the position after it
 */
export function readVarint (bytes: Uint8Array, start: number): { value: number; next: number } {
  let value = 0
  let factor = 1

  for (let i = start; i < bytes.length; i++) {
    const byte = bytes[i]
    const count = i - start + 1

    if (count > MAX_BYTES || (count === MAX_BYTES && byte >= 0x80)) {
      throw new Error('varints larger than uint63 not supported')
    }

    if (byte < 0x80) {
      if (byte === 0 && count > 1) {
        throw new Error('varint not minimally encoded')
      }

      return { value: value + byte * factor, next: i + 1 }
    }

    value += (byte & 0x7f) * factor
    factor *= 0x80
  }

  throw new Error('varints malformed, could not reach the end')
}
