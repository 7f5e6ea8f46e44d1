const CR = 13
const LF = 10
const PAD = 61
const NONE = 0xff

/**
 * Bytes of the last group by its number of characters. Groups of 1, 3 and 6 characters have none, and go-base32 drops
 * them without an error.
 */
const GROUP_BYTES = [0, 0, 1, 0, 2, 3, 0, 4, 5]

function alphabetTable (alphabet: string): Uint8Array {
  const values = new Uint8Array(256).fill(NONE)

  for (const [i, char] of [...alphabet].entries()) {
    values[char.charCodeAt(0)] = i
    values[char.toUpperCase().charCodeAt(0)] = i
  }

  return values
}

const STANDARD = alphabetTable('abcdefghijklmnopqrstuvwxyz234567')
const HEX = alphabetTable('0123456789abcdefghijklmnopqrstuv')

/**
 * Decodes base32 as go-base32 does: accepts letters of either case and line ends anywhere, and ignores leftover bits.
 * The package multiformats requires one case and zero bits.
 */
export function decodeBase32 (text: Uint8Array, hex: boolean, padded: boolean): Uint8Array {
  const values = hex ? HEX : STANDARD
  const src = text.includes(CR) || text.includes(LF) ? text.filter((char) => char !== CR && char !== LF) : text
  const length = padded ? unpaddedLength(src, values) : src.length
  const bytes = new Uint8Array((length >> 3) * 5 + GROUP_BYTES[length & 7])
  let at = 0
  let buffer = 0
  let bits = 0

  for (let i = 0; i < length; i++) {
    const value = values[src[i]]

    if (value === NONE) {
      throw corruptInputError(i)
    }

    buffer = (buffer << 5 | value) & 0xfff
    bits += 5

    if (bits >= 8) {
      bits -= 8
      // the bits of a dropped last group are written past the end of the array, which has no effect
      bytes[at++] = buffer >> bits
    }
  }

  return bytes
}

/** Returns the position of the padding, after checking its length. */
function unpaddedLength (src: Uint8Array, values: Uint8Array): number {
  const first = src.findIndex((char) => values[char] === NONE)

  if (first < 0) {
    if (src.length % 8 !== 0) {
      throw corruptInputError(src.length - src.length % 8)
    }

    return src.length
  }

  const inGroup = first % 8
  const rest = src.length - first - 1

  if (src[first] !== PAD || inGroup < 2 || rest >= 8) {
    throw corruptInputError(first)
  }

  if (rest + inGroup < 7) {
    throw corruptInputError(src.length)
  }

  const wrong = src.subarray(first + 1, first + 8 - inGroup).findIndex((char) => char !== PAD)

  if (wrong >= 0) {
    throw corruptInputError(first + wrong)
  }

  if (inGroup === 3 || inGroup === 6) {
    throw corruptInputError(first)
  }

  return first
}

function corruptInputError (at: number): Error {
  return new Error(`illegal base32 data at input byte ${at}`)
}
