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

/** 2^63 nanoseconds, about 292 years: no Go duration is longer, and only a negative one is as long. */
const LIMIT_NS = 2n ** 63n

/**
 * Parses a duration as Go's `time.ParseDuration` does: `300ms`, `1h30m`, `-1.5h`, `0`.
 *
 * @returns nanoseconds, exact; undefined where Go gives an error (no unit, unknown unit, too long)
 */
export function parseGoDuration (text: string): bigint | undefined {
  return parseDuration(text).ns
}

/** Parses a duration as {@link parseGoDuration} does. @returns milliseconds, rounded to a double */
export function parseGoDurationMs (text: string): number | undefined {
  const ns = parseGoDuration(text)
  return ns == null ? undefined : Number(ns) / 1e6
}

/** The error that Go gives for a duration, such as `time: missing unit in duration "5"`; undefined for a good one. */
export function durationError (text: string): string | undefined {
  return parseDuration(text).error
}

function parseDuration (text: string): { ns?: bigint; error?: string } {
  const unsigned = text.replace(/^[+-]/, '')
  const isNegative = text.startsWith('-')
  const invalid = { error: `time: invalid duration ${quote(text)}` }
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
      return { error: `time: missing unit in duration ${quote(text)}` }
    }

    if (!Object.hasOwn(UNITS_NS, unit)) {
      return { error: `time: unknown unit ${quote(unit)} in duration ${quote(text)}` }
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

/** Quotes text as package time does: everything but printable ASCII is shown as bytes. */
function quote (text: string): string {
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
