import { language } from './language.ts'
import { t } from './t.ts'

/**
 * Cache of formatters: creating one takes as long as using it hundreds of times, and each row of a list uses several.
 */
const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

/** Formats bytes in decimal units, like browsers and disks: `0 bytes`, `12.3 MB`. */
export function bytes (count: number): string {
  let unit = 0
  let value = count

  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000
    unit++
  }

  const digits = unit === 0 || value >= 99.95 ? 0 : 1
  const format = numbers({
    style: 'unit',
    unit: UNITS[unit],
    unitDisplay: unit === 0 ? 'long' : 'short',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false
  })
  return format.format(value)
}

/** Formats seconds coarsely: `a moment`, `40 s`, `3 min`, `2 h`. */
export function duration (seconds: number): string {
  if (seconds < 2) {
    return t('a moment')
  }
  if (seconds < 90) {
    return t('{n} s', { n: Math.round(seconds) })
  }
  if (seconds < 90 * 60) {
    return t('{n} min', { n: Math.round(seconds / 60) })
  }
  return t('{n} h', { n: Math.round(seconds / 3600) })
}

/** Formats a number: `1,234`. */
export function number (value: number): string {
  return numbers().format(value)
}

/**
 * Formats a percentage.
 *
 * @param whole - out of a hundred
 */
export function percent (whole: number): string {
  return numbers({ style: 'percent' }).format(whole / 100)
}

/** Formats a date: `2/3/2026`. */
export function day (date: Date): string {
  return dates().format(date)
}

/** Formats a date and time in long form. */
export function moment (date: Date): string {
  return dates({ dateStyle: 'long', timeStyle: 'short' }).format(date)
}

/** Joins names to a list. */
export function listed (names: readonly string[]): string {
  return names.join(t(', '))
}

/** Shortens a long identifier to both ends, which people compare. */
export function shortId (id: string): string {
  return id.length <= 18 ? id : `${id.slice(0, 9)}…${id.slice(-6)}`
}

function numbers (options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return kept('number', options, (locale) => new Intl.NumberFormat(locale, options))
}

function dates (options: Intl.DateTimeFormatOptions = {}): Intl.DateTimeFormat {
  return kept('date', options, (locale) => new Intl.DateTimeFormat(locale, options))
}

function kept<F extends Intl.NumberFormat | Intl.DateTimeFormat> (
  kind: string,
  options: object,
  make: (locale: string) => F
): F {
  const { locale } = language.value
  const key = `${kind} ${locale} ${JSON.stringify(options)}`
  const format = made.get(key) as F | undefined ?? make(locale)
  made.set(key, format)
  return format
}
