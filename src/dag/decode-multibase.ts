import { multibases } from './multibases.ts'

const RFC4648: Record<string, { alphabet: string, bits: number }> = {
  b: { alphabet: 'abcdefghijklmnopqrstuvwxyz234567', bits: 5 },
  B: { alphabet: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', bits: 5 },
  v: { alphabet: '0123456789abcdefghijklmnopqrstuv', bits: 5 },
  V: { alphabet: '0123456789ABCDEFGHIJKLMNOPQRSTUV', bits: 5 }
}

/**
 * The bytes behind a multibase text, as go-multibase reads it: bits left over at the end of a base32 text are not looked
 * at, where package multiformats insists that they are zero, and letters may be of either case.
 *
 * @throws an Error when the encoding is unknown or a character does not belong to it
 */
export function decodeMultibase (text: string): Uint8Array {
  const base = multibases.find(({ prefix }) => text.startsWith(prefix))

  if (base == null) {
    throw new Error('selected encoding not supported')
  }

  const lenient = RFC4648[base.prefix]
  return lenient == null ? base.decoder.decode(text) : decodeBase32(text.slice(1), lenient.alphabet)
}

function decodeBase32 (text: string, alphabet: string): Uint8Array {
  const lower = alphabet.toLowerCase()
  const bytes = new Uint8Array(text.length * 5 >> 3)
  let buffer = 0
  let bits = 0
  let at = 0

  for (const char of text.toLowerCase()) {
    const value = lower.indexOf(char)

    if (value < 0) {
      throw new Error(`invalid base32 character ${JSON.stringify(char)}`)
    }

    buffer = (buffer << 5 | value) & 0xfff
    bits += 5

    if (bits >= 8) {
      bits -= 8
      bytes[at++] = buffer >> bits & 0xff
    }
  }

  return bytes
}
