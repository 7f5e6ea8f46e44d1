/** The slow path of Go's parser also accepts an hour of one digit and a comma before the fraction. */
const TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d?):(\d\d):(\d\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d):(\d\d))$/
const NANOSECOND_DIGITS = 9

/**
 * Parses a time as Go's `time.Parse(time.RFC3339Nano, text)` does. Does not use `Date.parse` for the calendar and the
 * clock: engines differ in what they accept, and many turn 30 February into 1 March.
 *
 * @returns seconds since 1970 and nanoseconds; undefined if the text is no time
 */
export function parseRfc3339 (text: string): { secs: bigint; nsecs: number } | undefined {
  const match = TIME.exec(text)

  if (match == null) {
    return undefined
  }

  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number)
  const [fraction = '', sign = '+', zoneHour = '0', zoneMinute = '0'] = match.slice(7)
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second)

  const isDate = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  // Go accepts zones of 24 hours and of 60 minutes
  const isClock = hour < 24 && minute < 60 && second < 60 && Number(zoneHour) <= 24 && Number(zoneMinute) <= 60

  if (!isClock || !isDate) {
    return undefined
  }

  const zoneSeconds = (Number(zoneHour) * 60 + Number(zoneMinute)) * (sign === '-' ? -60 : 60)
  const nsecs = Number(fraction.slice(0, NANOSECOND_DIGITS).padEnd(NANOSECOND_DIGITS, '0'))
  return { secs: BigInt(date.getTime() / 1000 - zoneSeconds), nsecs }
}
