const ALPHABET = new TextEncoder().encode('abcdefghijklmnopqrstuvwxyz234567')
const BITS = 5
const MASK = (1 << BITS) - 1

/** The number of bytes that are encoded at once: a multiple of five, small enough for the argument limit of a call. */
const PIECE_BYTES = 640

/**
 * Encodes bytes in base32 of RFC 4648, lower case and without padding, as `base32.baseEncode` of multiformats does.
 * That function appends single characters, which needs three times the time and memory in lists of many CIDs.
 */
export function base32Text (bytes: Uint8Array): string {
  let text = ''

  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    text += encodePiece(bytes, start, Math.min(start + PIECE_BYTES, bytes.length))
  }

  return text
}

/** Buffer of the last text length. It is reused, because most CIDs have equal lengths. */
let chars: number[] = []

function encodePiece (bytes: Uint8Array, start: number, end: number): string {
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
