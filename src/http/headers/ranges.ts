import { toUint64 } from '../../bytes/protobuf/uint64.ts'
import type { Uint64 } from '../../bytes/protobuf/uint64.ts'
import { defineError } from '../../errors/define-error.ts'

/** A malformed `Range` header. The message is Go's. */
export class InvalidRangeError extends defineError('InvalidRangeError') {
  constructor () {
    super('invalid range')
  }
}

/** No range of the header lies within the content. The message is Go's. */
export class RangeNotSatisfiableError extends defineError('RangeNotSatisfiableError') {
  constructor () {
    super('invalid range: failed to overlap')
  }
}

/** A requested range: from `first` on, or the last `suffix` bytes. */
export type RangeSpec = { first: Uint64; last: Uint64 | undefined } | { suffix: Uint64 }

/** A byte range of a content of known size. Contents of at most 2^53 bytes use numbers, larger ones bigints. */
export interface ByteRange<N extends Uint64 = number> {
  start: N
  length: N
}

const UNIT = 'bytes='
const DIGITS = /^\d{1,19}$/
/** The maximum position, because Go reads positions as `int64`. */
const MAX_POSITION = 2n ** 63n - 1n

/**
 * Parses a `Range` header (RFC 9110 section 14.2) as leniently as Go: accepts spaces around numbers, empty items, and
 * no items at all.
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
    return { suffix: toPosition(last) }
  }

  const spec = { first: toPosition(first), last: last === '' ? undefined : toPosition(last) }

  if (spec.last != null && spec.last < spec.first) {
    throw new InvalidRangeError()
  }

  return spec
}

function toPosition (digits: string): Uint64 {
  if (!DIGITS.test(digits) || BigInt(digits) > MAX_POSITION) {
    throw new InvalidRangeError()
  }

  return toUint64(BigInt(digits))
}

/**
 * Returns the ranges that lie within a content of `size` bytes, clipped to it. A suffix longer than the content is the
 * whole content.
 *
 * @throws RangeNotSatisfiableError if ranges were requested and none lies within the content
 */
export function satisfyRanges<N extends Uint64> (specs: RangeSpec[], size: N): Array<ByteRange<N>> {
  const ranges = specs
    .map((spec) => typeof size === 'number' ? satisfyRange(spec, size) : satisfyHuge(spec, size))
    .filter((range) => range != null) as Array<ByteRange<N>>

  if (ranges.length === 0 && specs.length > 0) {
    throw new RangeNotSatisfiableError()
  }

  return ranges
}

function satisfyRange (spec: RangeSpec, size: number): ByteRange | undefined {
  if ('suffix' in spec) {
    const length = Math.min(Number(spec.suffix), size)
    return { start: size - length, length }
  }

  const first = Number(spec.first)

  if (first >= size) {
    return undefined
  }

  return { start: first, length: Math.min(Number(spec.last ?? size - 1), size - 1) - first + 1 }
}

/** Clips a range like `satisfyRange`, for a content of more than 2^53 bytes. */
function satisfyHuge (spec: RangeSpec, size: bigint): ByteRange<Uint64> | undefined {
  if ('suffix' in spec) {
    const length = spec.suffix < size ? BigInt(spec.suffix) : size
    return { start: toUint64(size - length), length: toUint64(length) }
  }

  const first = BigInt(spec.first)
  const end = spec.last == null || spec.last >= size ? size : BigInt(spec.last) + 1n
  return first >= size ? undefined : { start: toUint64(first), length: toUint64(end - first) }
}
