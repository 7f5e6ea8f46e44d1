const UNITS_NS: Record<string, number> = { ns: 1, us: 1e3, 'µs': 1e3, 'μs': 1e3, ms: 1e6, s: 1e9, m: 60e9, h: 3600e9 }
const PART = /(\d*)(\.\d*)?([^\d.]*)/y

/** Nanoseconds fit a Go duration up to this (about 292 years). */
const MAX_NS = 2 ** 63

/**
 * Go's `time.ParseDuration`: `300ms`, `1h30m`, `-1.5h`, `0`.
 *
 * @returns milliseconds; undefined where Go gives an error (no unit, unknown unit, too long)
 */
export function parseGoDurationMs (text: string): number | undefined {
  const { ns } = read(text)
  return ns == null ? undefined : ns / 1e6
}

/** What Go has against a duration; undefined where nothing. */
export function durationError (text: string): string | undefined {
  return read(text).error
}

function read (text: string): { ns?: number, error?: string } {
  const unsigned = text.replace(/^[+-]/, '')
  const invalid = { error: `time: invalid duration ${quote(text)}` }
  let ns = 0

  if (unsigned === '0') {
    return { ns: 0 }
  }

  if (unsigned === '') {
    return invalid
  }

  for (let at = 0; at < unsigned.length; at = PART.lastIndex) {
    PART.lastIndex = at
    const [, whole, fraction, unit] = PART.exec(unsigned) as unknown as [string, string, string | undefined, string]

    if (whole === '' && (fraction ?? '.') === '.') {
      return invalid
    }

    if (unit === '') {
      return { error: `time: missing unit in duration ${quote(text)}` }
    }

    if (!Object.hasOwn(UNITS_NS, unit)) {
      return { error: `time: unknown unit ${quote(unit)} in duration ${quote(text)}` }
    }

    ns += Number(`${whole}${fraction === '.' ? '' : fraction ?? ''}`) * UNITS_NS[unit]
  }

  return ns >= MAX_NS ? invalid : { ns: text.startsWith('-') ? -ns : ns }
}

/** Package time has a quoting of its own, which shows everything but ASCII as bytes. */
function quote (text: string): string {
  const escaped = Array.from(new TextEncoder().encode(text), (byte) => {
    const char = String.fromCharCode(byte)
    return byte < 0x20 || byte >= 0x80 ? `\\x${byte.toString(16).padStart(2, '0')}` : char === '"' || char === '\\' ? `\\${char}` : char
  })

  return `"${escaped.join('')}"`
}
