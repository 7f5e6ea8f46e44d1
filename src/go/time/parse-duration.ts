const UNITS_NS: Record<string, bigint> = {
  ns: 1n,
  us: 1000n,
  'µs': 1000n,
  'μs': 1000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n
}
const PART = /(\d*)(\.\d*)?([^\d.]*)/y

/** 2^63 nanoseconds, about 292 years. All Go durations are shorter, except for the longest negative one. */
const LIMIT_NS = 2n ** 63n

/**
 * Parses a duration like Go's `time.ParseDuration`: `300ms`, `1h30m`, `-1.5h`, `0`.
 *
 * @returns exact nanoseconds; undefined if Go returns an error (no unit, unknown unit, too long)
 */
export function parseGoDuration (text: string): bigint | undefined {
  return parseDuration(text).ns
}

/** Parses a duration as {@link parseGoDuration} does. @returns milliseconds, rounded to a double */
export function parseGoDurationMs (text: string): number | undefined {
  const ns = parseGoDuration(text)
  return ns == null ? undefined : Number(ns) / 1e6
}

/**
 * Returns Go's error message for a duration, for example `time: missing unit in duration "5"`. Returns undefined for a
 * valid duration.
 */
export function durationError (text: string): string | undefined {
  return parseDuration(text).error
}

function parseDuration (text: string): { ns?: bigint; error?: string } {
  const unsigned = text.replace(/^[+-]/, '')
  const isNegative = text.startsWith('-')
  const invalid = { error: `time: invalid duration ${quoteDuration(text)}` }
  let ns = 0n

  if (unsigned === '0') {
    return { ns: 0n }
  }

  if (unsigned === '') {
    return invalid
  }

  for (let at = 0; at < unsigned.length; at = PART.lastIndex) {
    PART.lastIndex = at
    const [, whole, fraction = '.', unit] = PART.exec(unsigned) as unknown as [
      string,
      string,
      string | undefined,
      string
    ]

    if ((whole === '' && fraction === '.') || BigInt(whole) > LIMIT_NS) {
      return invalid
    }

    if (unit === '') {
      return { error: `time: missing unit in duration ${quoteDuration(text)}` }
    }

    if (!Object.hasOwn(UNITS_NS, unit)) {
      return { error: `time: unknown unit ${quoteDuration(unit)} in duration ${quoteDuration(text)}` }
    }

    ns += BigInt(whole) * UNITS_NS[unit] + fractionNs(fraction.slice(1), UNITS_NS[unit])

    if (ns > LIMIT_NS) {
      return invalid
    }
  }

  return ns === LIMIT_NS && !isNegative ? invalid : { ns: isNegative ? -ns : ns }
}

/** Go multiplies a fraction as a double and drops digits that do not fit 63 bits. */
function fractionNs (digits: string, unit: bigint): bigint {
  let numerator = 0n
  let scale = 1

  for (const digit of digits) {
    const next = numerator * 10n + BigInt(digit)

    if (numerator > (LIMIT_NS - 1n) / 10n || next > LIMIT_NS) {
      break
    }

    numerator = next
    scale *= 10
  }

  return BigInt(Math.trunc(Number(numerator) * (Number(unit) / scale)))
}

/** Quotes text like Go's package time: shows everything but printable ASCII as bytes. */
function quoteDuration (text: string): string {
  const escaped = Array.from(new TextEncoder().encode(text), (byte) => {
    const char = String.fromCharCode(byte)
    if (byte < 0x20 || byte >= 0x80) {
      return `\\x${byte.toString(16).padStart(2, '0')}`
    }

    return char === '"' || char === '\\'
      ? `\\${char}`
      : char
  })

  return `"${escaped.join('')}"`
}
