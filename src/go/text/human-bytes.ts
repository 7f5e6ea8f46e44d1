const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB']

/**
 * Formats a number of bytes for people, in powers of 1000 with two or three digits (go-humanize `Bytes`): `82854982` is
 * `83 MB`.
 */
export function humanBytes (bytes: bigint | number): string {
  const count = Number(bytes)

  if (count < 10) {
    return `${count} B`
  }

  const exponent = Math.floor(Math.log(count) / Math.log(1000))
  const value = Math.floor(count / 1000 ** exponent * 10 + 0.5) / 10
  return `${value < 10 ? value.toFixed(1) : roundHalfEven(value)} ${UNITS[exponent]}`
}

/** Rounds halves to even, like Go's `%.0f`; `toFixed` rounds halves up. */
function roundHalfEven (value: number): number {
  const floor = Math.floor(value)
  return value - floor === 0.5 ? floor + floor % 2 : Math.round(value)
}
