const ALPHABET = new TextEncoder().encode('abcdefghijklmnopqrstuvwxyz234567')
const BITS = 5
const MASK = (1 << BITS) - 1

/** Bytes that are written at once: as many groups of five as make few arguments for a call. */
const PIECE_BYTES = 640

/**
 * Bytes in base32 of RFC 4648, lower case and without padding, as `base32.baseEncode` of multiformats writes them. That
 * adds character to character, which costs thrice the time and the memory: it shows where lists of a hundred thousand
 * CIDs are written.
 */
export function base32Text (bytes: Uint8Array): string {
  let text = ''

  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    text += piece(bytes, start, Math.min(start + PIECE_BYTES, bytes.length))
  }

  return text
}

/** Of the length that was wanted last: CIDs have the same, one like the other. */
let chars: number[] = []

function piece (bytes: Uint8Array, start: number, end: number): string {
  const length = Math.ceil((end - start) * 8 / BITS)
  let held = 0
  let bits = 0

  if (chars.length !== length) {
    chars = new Array<number>(length).fill(0)
  }

  for (let at = start, to = 0; to < length; to++) {
    if (bits < BITS) {
      held = (held << 8 | (at < end ? bytes[at++] : 0)) & 0xfff
      bits += 8
    }

    bits -= BITS
    chars[to] = ALPHABET[held >> bits & MASK]
  }

  return String.fromCharCode.apply(null, chars)
}
