const SECOND_NS = 1_000_000_000n
const MINUTE_NS = 60n * SECOND_NS
const HOUR_NS = 60n * MINUTE_NS

/** Units below a second, the largest first. */
const SMALL_UNITS: Array<[unit: string, ns: bigint]> = [['ms', 1_000_000n], ['µs', 1000n], ['ns', 1n]]

/** Formats a duration like Go's `time.Duration.String`: `48h0m0s`, `1.5s`, `300ms`, `0s`. */
export function formatGoDuration (ns: bigint): string {
  if (ns < 0n) {
    return `-${formatGoDuration(-ns)}`
  }

  if (ns === 0n) {
    return '0s'
  }

  if (ns < SECOND_NS) {
    const [unit, size] = SMALL_UNITS.find(([, size]) => ns >= size) ?? ['ns', 1n]
    return `${decimalText(ns, size)}${unit}`
  }

  const hours = ns >= HOUR_NS ? `${ns / HOUR_NS}h` : ''
  const minutes = ns >= MINUTE_NS ? `${ns % HOUR_NS / MINUTE_NS}m` : ''
  return `${hours}${minutes}${decimalText(ns % MINUTE_NS, SECOND_NS)}s`
}

function decimalText (value: bigint, unit: bigint): string {
  const fraction = String(value % unit).padStart(String(unit).length - 1, '0').replace(/0+$/, '')
  return `${value / unit}${unit === 1n || fraction === '' ? '' : `.${fraction}`}`
}
