import { goTime } from '../../go/time/format-time.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * Formats a time like `ls -l`, in UTC: with the time of day if it is within the last six months, else with the year.
 *
 * @param time - RFC 3339, as in the JSON output
 */
export function modTimeText (time: string, now = new Date()): string {
  if (time === goTime(undefined)) {
    return '-'
  }

  const [year, month, day] = time.slice(0, 10).split('-')
  const date = `${MONTHS[Number(month) - 1]} ${day}`
  const at = Date.parse(time)
  const recent = at > sixMonthsBefore(now) && at < now.getTime() + DAY_MS
  return recent ? `${date} ${time.slice(11, 16)}` : `${date}  ${year}`
}

/**
 * Returns the time six months before, like Go's `AddDate`: a day that the month does not have overflows into the next
 * month.
 */
function sixMonthsBefore (now: Date): number {
  const date = new Date(now)
  date.setUTCMonth(date.getUTCMonth() - 6)
  return date.getTime()
}
