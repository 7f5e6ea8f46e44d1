import { goQuote } from '../text/quote.ts'

const MAX_INT64 = 2n ** 63n - 1n

/**
 * Parses an integer like Go's `strconv.Atoi`. A number that JavaScript cannot represent exactly is near enough to be
 * refused as too large.
 *
 * @throws an Error with Go's message
 */
export function atoi (text: string): number {
  if (!/^[+-]?[0-9]+$/.test(text)) {
    throw new Error(`strconv.Atoi: parsing ${goQuote(text)}: invalid syntax`)
  }

  const value = BigInt(text.replace('+', ''))

  if (value > MAX_INT64 || value < -MAX_INT64 - 1n) {
    throw new Error(`strconv.Atoi: parsing ${goQuote(text)}: value out of range`)
  }

  return Number(value)
}
