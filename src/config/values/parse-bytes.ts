import { parseGoFloat } from '../../go/numbers/numbers.ts'
import { goQuote } from '../../go/text/quote.ts'

const UNITS = /^([kmgtpe]i?)?b?$/
const MAX_UINT64 = 2 ** 64

/**
 * Parses a size in bytes (go-humanize `ParseBytes`): `10GB`, `1 TiB`, `5m`, `1,000`. The `b` of a unit is optional.
 *
 * @throws an Error with go-humanize's message
 */
export function parseBytes (text: string): bigint {
  const digits = /^[\p{Nd}.,]*/u.exec(text)?.[0] ?? ''
  const number = digits.replaceAll(',', '')
  const value = parseGoFloat(number)

  if (value == null) {
    throw new Error(`strconv.ParseFloat: parsing ${goQuote(number)}: invalid syntax`)
  }

  const unit = text.slice(digits.length).trim().toLowerCase()

  if (!UNITS.test(unit)) {
    throw new Error(`unhandled size name: ${unit}`)
  }

  const bytes = value * unitFactor(unit)

  if (bytes >= MAX_UINT64) {
    throw new Error(`too large: ${text}`)
  }

  return BigInt(Math.floor(bytes))
}

function unitFactor (unit: string): number {
  return (unit[1] === 'i' ? 1024 : 1000) ** ('kmgtpe'.indexOf(unit[0] ?? 'b') + 1)
}
