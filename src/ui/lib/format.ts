const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** Bytes for people, decimal as browsers and disks count: `0 bytes`, `12.3 MB`. */
export function bytes (count: number): string {
  if (count === 1) return '1 byte'
  let unit = 0
  let value = count
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000
    unit++
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1
  return `${value.toFixed(digits)} ${UNITS[unit]}`
}

/** Seconds for people, coarsely: `a moment`, `40 s`, `3 min`, `2 h`. */
export function duration (seconds: number): string {
  if (seconds < 2) return 'a moment'
  if (seconds < 90) return `${Math.round(seconds)} s`
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 3600)} h`
}

/** `1 file`, `3 files`. */
export function count (number: number, one: string, many = one + 's'): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`
}

/** The ends of a long identifier, which are what people compare. */
export function shortId (id: string): string {
  return id.length <= 18 ? id : `${id.slice(0, 9)}…${id.slice(-6)}`
}
