/** A `Range` header that cannot be understood. The words are Go's. */
export class InvalidRangeError extends Error {
  static override name = 'InvalidRangeError'
  override name = 'InvalidRangeError'

  constructor () {
    super('invalid range')
  }
}

/** No range of the header lies within the content. The words are Go's. */
export class RangeNotSatisfiableError extends Error {
  static override name = 'RangeNotSatisfiableError'
  override name = 'RangeNotSatisfiableError'

  constructor () {
    super('invalid range: failed to overlap')
  }
}

/** One range as it was asked for: from `first` on, or the `suffix` last bytes. */
export type RangeSpec = { first: number; last: number | undefined } | { suffix: number }

/** Bytes of a content of known size. */
export interface ByteRange {
  start: number
  length: number
}

const UNIT = 'bytes='
const DIGITS = /^\d{1,19}$/

/**
 * Reads a `Range` header (RFC 9110 section 14.2) as leniently as Go: spaces around numbers, empty items, no items at
 * all.
 *
 * @throws InvalidRangeError
 */
export function parseRange (header: string): RangeSpec[] {
  if (!header.startsWith(UNIT)) {
    throw new InvalidRangeError()
  }

  return header.slice(UNIT.length).split(',').map((item) => item.trim()).filter((item) => item !== '').map(parseItem)
}

function parseItem (item: string): RangeSpec {
  const dash = item.indexOf('-')

  if (dash < 0) {
    throw new InvalidRangeError()
  }

  const first = item.slice(0, dash).trim()
  const last = item.slice(dash + 1).trim()

  if (first === '') {
    return { suffix: toNumber(last) }
  }

  const spec = { first: toNumber(first), last: last === '' ? undefined : toNumber(last) }

  if (spec.last != null && spec.last < spec.first) {
    throw new InvalidRangeError()
  }

  return spec
}

function toNumber (digits: string): number {
  if (!DIGITS.test(digits)) {
    throw new InvalidRangeError()
  }

  return Number(digits)
}

/**
 * The ranges that lie within a content of `size` bytes, cut to it. A suffix longer than the content is all of it.
 *
 * @throws RangeNotSatisfiableError when there were some and none does
 */
export function satisfyRanges (specs: RangeSpec[], size: number): ByteRange[] {
  const ranges = specs.map((spec) => satisfy(spec, size)).filter((range) => range != null)

  if (ranges.length === 0 && specs.length > 0) {
    throw new RangeNotSatisfiableError()
  }

  return ranges
}

function satisfy (spec: RangeSpec, size: number): ByteRange | undefined {
  if ('suffix' in spec) {
    const length = Math.min(spec.suffix, size)
    return { start: size - length, length }
  }

  if (spec.first >= size) {
    return undefined
  }

  return { start: spec.first, length: Math.min(spec.last ?? size - 1, size - 1) - spec.first + 1 }
}
