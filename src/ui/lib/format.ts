import { language } from './language.ts'
import { t } from './t.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

/** Bytes for people, decimal as browsers and disks count: `0 bytes`, `12.3 MB`. */
export function bytes (count: number): string {
  let unit = 0
  let value = count

  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000
    unit++
  }

  const digits = unit === 0 || value >= 99.95 ? 0 : 1
  const format = new Intl.NumberFormat(language.value.locale, {
    style: 'unit',
    unit: UNITS[unit],
    unitDisplay: unit === 0 ? 'long' : 'short',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false
  })
  return format.format(value)
}

/** Seconds for people, coarsely: `a moment`, `40 s`, `3 min`, `2 h`. */
export function duration (seconds: number): string {
  if (seconds < 2) return t('a moment')
  if (seconds < 90) return t('{n} s', { n: Math.round(seconds) })
  if (seconds < 90 * 60) return t('{n} min', { n: Math.round(seconds / 60) })
  return t('{n} h', { n: Math.round(seconds / 3600) })
}

/** `1,234`. */
export function number (value: number): string {
  return value.toLocaleString(language.value.locale)
}

/** @param whole - of a hundred */
export function percent (whole: number): string {
  return new Intl.NumberFormat(language.value.locale, { style: 'percent' }).format(whole / 100)
}

/** A day, as `2/3/2026`. */
export function day (date: Date): string {
  return date.toLocaleDateString(language.value.locale)
}

/** A day and a time, at length. */
export function moment (date: Date): string {
  return new Intl.DateTimeFormat(language.value.locale, { dateStyle: 'long', timeStyle: 'short' }).format(date)
}

/** Names one behind the other. */
export function listed (names: readonly string[]): string {
  return names.join(t(', '))
}

/** The ends of a long identifier, which are what people compare. */
export function shortId (id: string): string {
  return id.length <= 18 ? id : `${id.slice(0, 9)}…${id.slice(-6)}`
}
