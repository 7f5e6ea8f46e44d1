import { goQuoteChar } from '../../go/text/quote.ts'

/** The size limit, far above the size of any CID or key. */
const MAX_KIB = 16

/** A base whose text is one large number. Leading zeros are counted separately. */
export interface BigBase {
  radix: number
  values: Map<number, number>
  /** Kubo's error message for an empty text */
  empty: string
  /** Kubo's error message for a character outside the alphabet */
  invalid: (char: string) => string
}

function alphabetValues (chars: string, caseless: boolean): Map<number, number> {
  const values = new Map<number, number>()

  for (const [i, char] of [...chars].entries()) {
    values.set(char.charCodeAt(0), i)
    if (caseless) {
      values.set(char.toUpperCase().charCodeAt(0), i)
    }
  }

  return values
}

function base58 (chars: string): BigBase {
  return {
    radix: 58,
    values: alphabetValues(chars, false),
    empty: 'zero length string',
    invalid: (char) => char > '\x7f' ? 'High-bit set on invalid digit' : `Invalid base58 digit (${goQuoteChar(char)})`
  }
}

export const BASE58_BTC = base58('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz')
export const BASE58_FLICKR = base58('123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ')

export const BASE36: BigBase = {
  radix: 36,
  values: alphabetValues('0123456789abcdefghijklmnopqrstuvwxyz', true),
  empty: 'can not decode zero-length string',
  invalid: (char) => `invalid base36 character (${goQuoteChar(char)})`
}

const ALL_BITS = 0x100000000

/**
 * Decodes a text of base36 or base58.
 *
 * @throws an Error with Kubo's message; an Error if the text exceeds the limit of `checkBigBaseSize`
 */
export function decodeBigBase (text: Uint8Array, { radix, values, empty, invalid }: BigBase): Uint8Array {
  if (text.length === 0) {
    throw new Error(empty)
  }

  checkBigBaseSize(Math.floor(text.length * Math.log2(radix) / 8))

  // 32-bit words, the lowest first; a word times 58 plus a carry is exact in a double
  const words = new Uint32Array(Math.ceil(text.length * Math.log2(radix) / 32) + 1)
  let used = 0
  let zeros = 0

  for (let i = 0; i < text.length; i++) {
    const value = values.get(text[i])

    if (value == null) {
      throw new Error(invalid(charAt(text, i)))
    }

    if (value === 0 && zeros === i) {
      zeros++
    }

    let carry = value

    for (let j = 0; j < used || carry > 0; j++) {
      const word = words[j] * radix + carry
      words[j] = word
      carry = Math.floor(word / ALL_BITS)
      used = Math.max(used, j + 1)
    }
  }

  return toBytes(words, used, zeros)
}

function toBytes (words: Uint32Array, used: number, zeros: number): Uint8Array {
  const number = new Uint8Array(used * 4)
  const view = new DataView(number.buffer)

  for (let i = 0; i < used; i++) {
    view.setUint32((used - 1 - i) * 4, words[i])
  }

  const start = number.findIndex((byte) => byte !== 0)
  const bytes = new Uint8Array(zeros + (start < 0 ? 0 : number.length - start))
  bytes.set(start < 0 ? [] : number.subarray(start), zeros)
  return bytes
}

/** Returns the character that starts at a byte of UTF-8. */
function charAt (text: Uint8Array, at: number): string {
  return Array.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(text.subarray(at, at + 4)))[0]
}

/**
 * Limits the size of texts in bases whose radix is no power of two. Their encoding time is quadratic in the length: a
 * text of 512 KiB, which fits into a URL, would block the worker for minutes. Kubo has no limit, but threads.
 *
 * @param bytes - the number of bytes to encode or decode
 * @throws an Error if they are too many
 */
export function checkBigBaseSize (bytes: number): void {
  if (bytes > MAX_KIB * 1024) {
    throw new Error(`no more than ${MAX_KIB}KiB are read or written in base36 and base58`)
  }
}
