/**
 * Parses the JSON values of a stream, one after the other, like Go's decoder. Integers beyond 2^53 become bigints.
 *
 * @throws SyntaxError for invalid JSON
 */
export function parseJsonLines (text: string): unknown[] {
  const trimmed = text.trim()

  if (trimmed === '') {
    return []
  }

  try {
    return [parseJson(trimmed)]
  } catch {
    return trimmed.split('\n').filter((line) => line.trim() !== '').map(parseJson)
  }
}

/** Marks a string that was a long integer; no answer contains it. */
const LONG = 'long integer: '

function parseJson (json: string): unknown {
  // Node 20 has no source text access, so long integers are marked before parsing and converted afterwards.
  const marked = json.replace(
    /("(?:[^"\\]|\\.)*")|(-?\d{16,})(?![\d.eE])/g,
    (_, string: string | undefined, long: string) => string ?? `"${LONG}${long}"`
  )
  return JSON.parse(
    marked,
    (_, value: unknown) =>
      typeof value === 'string' && value.startsWith(LONG) ? shrink(BigInt(value.slice(LONG.length))) : value
  )
}

function shrink (value: bigint): number | bigint {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value
}
