const UNITS_NS: Record<string, number> = { ns: 1, us: 1e3, 'µs': 1e3, 'μs': 1e3, ms: 1e6, s: 1e9, m: 60e9, h: 3600e9 }
const DURATION = /^[+-]?((\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h))+$/
const PART = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g

/** Nanoseconds fit a Go duration up to this (about 292 years). */
const MAX_NS = 2 ** 63

/**
 * Go's `time.ParseDuration`: `300ms`, `1h30m`, `-1.5h`, `0`.
 *
 * @returns milliseconds; undefined where Go gives an error (no unit, unknown unit, too long)
 */
export function parseGoDurationMs (text: string): number | undefined {
  if (/^[+-]?0$/.test(text)) {
    return 0
  }

  if (!DURATION.test(text)) {
    return undefined
  }

  let ns = 0

  for (const [, amount, unit] of text.matchAll(PART)) {
    ns += Number(amount) * UNITS_NS[unit]
  }

  if (ns >= MAX_NS) {
    return undefined
  }

  return (text.startsWith('-') ? -ns : ns) / 1e6
}
