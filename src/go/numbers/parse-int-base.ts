import { goQuote } from '../text/quote.ts'

/** The number of digits of 2^63 in base 8. */
const MAX_DIGITS = 22

/**
 * Parses an integer like Go's `strconv.ParseInt` with a base up to ten.
 *
 * @throws an Error with Go's message
 */
export function parseGoIntBase (text: string, base: 8 | 10, bits: 32 | 64): bigint {
  const digits = text.replace(/^[+-]/, '')

  if (digits === '' || [...digits].some((digit) => digit < '0' || digit >= String(base === 10 ? ':' : base))) {
    throw new Error(`strconv.ParseInt: parsing ${goQuote(text)}: invalid syntax`)
  }

  const significant = digits.replace(/^0+(?=.)/, '')
  // Skip the conversion of numbers with more digits than the range allows.
  const magnitude = significant.length > MAX_DIGITS ? undefined : BigInt(base === 8 ? `0o${significant}` : significant)
  const value = magnitude == null || !text.startsWith('-') ? magnitude : -magnitude
  const limit = 1n << BigInt(bits - 1)

  if (value == null || value < -limit || value >= limit) {
    throw new Error(`strconv.ParseInt: parsing ${goQuote(text)}: value out of range`)
  }

  return value
}
