import { toUint64 } from '../../bytes/protobuf/uint64.ts'
import type { Uint64 } from '../../bytes/protobuf/uint64.ts'
import { goQuote } from '../../go/text/quote.ts'

/** A byte range of a file, both ends included. Negative numbers count from the end of the file. */
export interface EntityBytes {
  from: bigint
  /** undefined for the end of the file */
  to: bigint | undefined
}

const INT64_MAX = 2n ** 63n - 1n
const INT64_MIN = -(2n ** 63n)

/**
 * Parses `from:to`, two 64-bit integers (specs.ipfs.tech/http-gateways/trustless-gateway, "entity-bytes"). Error
 * messages are boxo's (`gateway/gateway.go`, `NewDagByteRange`).
 *
 * @throws an Error if the text is not such a range
 */
export function parseEntityBytes (text: string): EntityBytes {
  const ends = text.split(':')

  if (ends.length !== 2) {
    throw new Error("range must have two numbers separated with ':'")
  }

  const from = toInteger(ends[0])
  const to = ends[1] === '*' ? undefined : toInteger(ends[1])

  // If the ends are relative to different sides, their order depends on the file size.
  if (to != null && from > to && (from >= 0n) === (to >= 0n)) {
    throw new Error("cannot have an entity-bytes range where 'from' is after 'to'")
  }

  return { from, to }
}

/** Parses a decimal integer like Go's `strconv.ParseInt(text, 10, 64)`. */
function toInteger (text: string): bigint {
  if (!/^[+-]?\d+$/.test(text)) {
    throw new Error(`strconv.ParseInt: parsing ${goQuote(text)}: invalid syntax`)
  }

  const number = BigInt(text.replace(/^\+/, ''))

  if (number < INT64_MIN || number > INT64_MAX) {
    throw new Error(`strconv.ParseInt: parsing ${goQuote(text)}: value out of range`)
  }

  return number
}

/**
 * Returns the range as an offset and a length within a file of `size` bytes. The length is 0 if the range lies outside
 * the file, or ends before its start, as `-1:0` does in a file of 2 bytes.
 */
export function entityRange ({ from, to }: EntityBytes, size: Uint64): { offset: Uint64; length: Uint64 } {
  const total = BigInt(size)
  const offset = clampPosition(from < 0n ? total + from : from, total)
  const end = to == null ? total : clampPosition((to < 0n ? total + to : to) + 1n, total)
  return { offset: toUint64(offset), length: end < offset ? 0 : toUint64(end - offset) }
}

/** Limits a position to the file. */
function clampPosition (position: bigint, total: bigint): bigint {
  if (position < 0n) {
    return 0n
  }

  return position > total ? total : position
}
