import { goQuote } from '../../http/go-quote.ts'

const PREFIXES = ['', 'k', 'm', 'g', 't', 'p', 'e']

/** `10GB`, `1 TiB`, `5m`, `1,000`: a unit may leave out its `b`. */
const SIZES = new Map([
  ['b', 1],
  ...PREFIXES.flatMap((prefix, power): Array<[string, number]> => [
    [prefix, 1000 ** power],
    ...(prefix === '' ? [] : [[`${prefix}b`, 1000 ** power], [`${prefix}i`, 1024 ** power], [`${prefix}ib`, 1024 ** power]] as Array<[string, number]>)
  ])
])

const MAX_UINT64 = 2 ** 64

/**
 * A number of bytes as people write it, in the configuration for one (go-humanize `ParseBytes`).
 *
 * @throws an Error with go-humanize's words
 */
export function parseBytes (text: string): bigint {
  const digits = /^[0-9.,]*/.exec(text)?.[0] ?? ''
  const number = digits.replaceAll(',', '')

  if (!/^(\d+\.?\d*|\.\d+)$/.test(number)) {
    throw new Error(`strconv.ParseFloat: parsing ${goQuote(number)}: invalid syntax`)
  }

  const unit = text.slice(digits.length).trim().toLowerCase()
  const size = SIZES.get(unit)

  if (size == null) {
    throw new Error(`unhandled size name: ${unit}`)
  }

  const bytes = Number(number) * size

  if (bytes >= MAX_UINT64) {
    throw new Error(`too large: ${text}`)
  }

  return BigInt(Math.floor(bytes))
}
