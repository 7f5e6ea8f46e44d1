/** Decodes pairs of hexadecimal digits of either case (Go's `encoding/hex`). */
export function decodeBase16 (text: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(text.length >> 1)

  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = hexDigitValue(text[i * 2]) << 4 | hexDigitValue(text[i * 2 + 1])
  }

  if (text.length % 2 === 1) {
    hexDigitValue(text[text.length - 1])
    throw new Error('encoding/hex: odd length hex string')
  }

  return bytes
}

function hexDigitValue (char: number): number {
  if (char >= 0x30 && char <= 0x39) {
    return char - 0x30
  }
  if (char >= 0x61 && char <= 0x66) {
    return char - 0x57
  }
  if (char >= 0x41 && char <= 0x46) {
    return char - 0x37
  }

  throw new Error(`encoding/hex: invalid byte: ${goUnicode(char)}`)
}

const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u

/** Formats a byte as Go's `%#U` does: its number and, if it is printable, its character. */
function goUnicode (byte: number): string {
  const char = String.fromCharCode(byte)
  return `U+${byte.toString(16).toUpperCase().padStart(4, '0')}${PRINTABLE.test(char) ? ` '${char}'` : ''}`
}
