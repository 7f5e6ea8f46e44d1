import { goQuote } from './quote.ts'

/**
 * Go's `strconv.ParseInt` with a base up to ten.
 *
 * @throws an Error with Go's words
 */
export function parseGoIntBase (text: string, base: 8 | 10, bits: 32 | 64): bigint {
  const digits = text.replace(/^[+-]/, '')

  if (digits === '' || [...digits].some((digit) => digit < '0' || digit >= String(base === 10 ? ':' : base))) {
    throw new Error(`strconv.ParseInt: parsing ${goQuote(text)}: invalid syntax`)
  }

  const value = [...digits].reduce((sum, digit) => sum * BigInt(base) + BigInt(digit), 0n) * (text.startsWith('-') ? -1n : 1n)
  const limit = 1n << BigInt(bits - 1)

  if (value < -limit || value >= limit) {
    throw new Error(`strconv.ParseInt: parsing ${goQuote(text)}: value out of range`)
  }

  return value
}
