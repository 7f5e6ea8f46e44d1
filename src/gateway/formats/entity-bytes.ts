import { goQuote } from '../../go/quote.ts'

/** A part of a file, both ends included; negative numbers count from the end of the file. */
export interface EntityBytes {
  from: number
  /** undefined: to the end */
  to: number | undefined
}

/**
 * Reads `from:to` (specs.ipfs.tech/http-gateways/trustless-gateway, "entity-bytes"). The words of the errors are boxo's
 * (`gateway/gateway.go`, `NewDagByteRange`).
 *
 * @throws an Error
 */
export function parseEntityBytes (text: string): EntityBytes {
  const ends = text.split(':')

  if (ends.length !== 2) {
    throw new Error("range must have two numbers separated with ':'")
  }

  const from = toInteger(ends[0])
  const to = ends[1] === '*' ? undefined : toInteger(ends[1])

  // of ends counted from different sides only the size of the file could tell
  if (to != null && from > to && (from >= 0) === (to >= 0)) {
    throw new Error("cannot have an entity-bytes range where 'from' is after 'to'")
  }

  return { from, to }
}

function toInteger (text: string): number {
  const number = Number(text)

  if (!/^[+-]?\d+$/.test(text)) {
    throw new Error(`strconv.ParseInt: parsing ${goQuote(text)}: invalid syntax`)
  }

  if (!Number.isSafeInteger(number)) {
    throw new Error(`strconv.ParseInt: parsing ${goQuote(text)}: value out of range`)
  }

  return number
}

/** The part as an offset and a length within a file of `size` bytes; a length of 0 where nothing of it is in the file. */
export function entityRange ({ from, to }: EntityBytes, size: number): { offset: number, length: number } {
  const offset = from < 0 ? Math.max(0, size + from) : from
  const end = to == null ? size : Math.min(size, (to < 0 ? size + to : to) + 1)
  return { offset, length: Math.max(0, end - offset) }
}
