import { goQuote } from '../text/quote.ts'

/**
 * Parses an integer like Go's `strconv.ParseUint(text, 10, bits)`.
 *
 * @throws an Error with Go's message
 */
export function parseGoUint10 (text: string, bits: 8 | 16 | 64): bigint {
  if (!/^[0-9]+$/.test(text)) {
    throw new Error(`strconv.ParseUint: parsing ${goQuote(text)}: invalid syntax`)
  }

  const value = BigInt(text)

  if (value >= 1n << BigInt(bits)) {
    throw new Error(`strconv.ParseUint: parsing ${goQuote(text)}: value out of range`)
  }

  return value
}
