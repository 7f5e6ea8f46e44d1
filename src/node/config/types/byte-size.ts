import { goQuote } from '../../../http/go-quote.ts'
import { parseGoFloat } from '../../../rpc/go-numbers.ts'

const UNITS = /^([kmgtpe]i?)?b?$/
const MAX_BYTES = 2 ** 64

/** What go-humanize's `ParseBytes` has against a number of bytes such as `5GiB` or `1,000 kB`; undefined where nothing. */
export function byteSizeError (text: string): string | undefined {
  const digits = /^[\p{Nd}.,]*/u.exec(text)?.[0] ?? ''
  const number = digits.replaceAll(',', '')
  const unit = text.slice(digits.length).trim().toLowerCase()
  const value = parseGoFloat(number)

  if (value == null) {
    return `strconv.ParseFloat: parsing ${goQuote(number)}: invalid syntax`
  }

  if (!UNITS.test(unit)) {
    return `unhandled size name: ${unit}`
  }

  return value * factor(unit) >= MAX_BYTES ? `too large: ${text}` : undefined
}

function factor (unit: string): number {
  return (unit[1] === 'i' ? 1024 : 1000) ** ('kmgtpe'.indexOf(unit[0] ?? 'b') + 1)
}
