const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

// the three forms of RFC 9110 section 5.6.7; all of them are GMT
const IMF = /^[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/
const RFC_850 = /^[A-Z][a-z]{5,8}, (\d{2})-([A-Z][a-z]{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) GMT$/
const ASCTIME = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/

/** Two-digit years from here on belong to the last century (Go's `time.Parse`). */
const CENTURY_TURN = 69

/**
 * Parses an HTTP date in any of its three forms.
 *
 * @returns milliseconds since 1970; undefined if the text is no date
 */
export function parseHttpDate (text: string): number | undefined {
  const imf = IMF.exec(text)

  if (imf != null) {
    return utcTime(Number(imf[3]), imf[2], imf[1], imf.slice(4))
  }

  const rfc850 = RFC_850.exec(text)

  if (rfc850 != null) {
    const year = Number(rfc850[3])
    return utcTime(year + (year < CENTURY_TURN ? 2000 : 1900), rfc850[2], rfc850[1], rfc850.slice(4))
  }

  const asctime = ASCTIME.exec(text)
  return asctime == null ? undefined : utcTime(Number(asctime[6]), asctime[1], asctime[2], asctime.slice(3, 6))
}

function utcTime (
  year: number,
  monthName: string,
  day: string,
  [hours, minutes, seconds]: string[]
): number | undefined {
  const month = MONTHS.indexOf(monthName)
  const date = new Date(Date.UTC(year, month, Number(day), Number(hours), Number(minutes), Number(seconds)))
  // Date.UTC carries overflows (30 February becomes March): reject those dates
  return month >= 0 && date.getUTCDate() === Number(day) && Number(hours) < 24 && Number(minutes) < 60 &&
      Number(seconds) < 60
    ? date.getTime()
    : undefined
}

/** Formats a date in the preferred form: `Sun, 06 Nov 1994 08:49:37 GMT`. */
export function formatHttpDate (ms: number): string {
  return new Date(ms).toUTCString()
}
