const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB']

/** Bytes for people in powers of 1000, as Kubo's pages have them (go-humanize `Bytes`): `83 MB`, `1.2 kB`. */
export function humanBytes (bytes: number): string {
  let value = bytes
  let unit = 0

  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000
    unit++
  }

  const rounded = Math.floor(value * 10 + 0.5) / 10
  return unit > 0 && rounded < 10 ? `${rounded.toFixed(1)} ${UNITS[unit]}` : `${rounded.toFixed(0)} ${UNITS[unit]}`
}
