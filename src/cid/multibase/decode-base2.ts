import { goQuote } from '../../go/text/quote.ts'

/** Matches one byte. Go's `strconv.ParseInt(text, 2, 0)` accepts a sign. */
const BYTE = /^[+-]?[01]+$/

/** Decodes base 2 as go-multibase does: missing leading digits are zeros. */
export function decodeBase2 (text: Uint8Array): Uint8Array {
  const digits = new TextDecoder().decode(text)
  const padded = digits.padStart(Math.ceil(digits.length / 8) * 8, '0')
  const bytes = new Uint8Array(padded.length / 8)

  for (let i = 0; i < bytes.length; i++) {
    const byte = padded.slice(i * 8, i * 8 + 8)

    if (!BYTE.test(byte)) {
      throw new Error(`error while conversion: strconv.ParseInt: parsing ${goQuote(byte)}: invalid syntax`)
    }

    bytes[i] = parseInt(byte, 2)
  }

  return bytes
}
