const YEAR_0_SECS = -62_167_219_200n
const YEAR_10000_SECS = 253_402_300_800n

/**
 * Formats a time like `time.Time` in Go's encoding/json: RFC 3339 in UTC, the fraction without trailing zeros.
 *
 * @param time - seconds and nanoseconds since 1970; undefined for Go's zero time
 * @throws an Error with Go's message if the year does not have four digits
 */
export function goTime (time: { secs: bigint; nsecs: number } | undefined): string {
  if (time == null) {
    return '0001-01-01T00:00:00Z'
  }

  if (time.secs < YEAR_0_SECS || time.secs >= YEAR_10000_SECS) {
    throw new Error(
      'json: error calling MarshalJSON for type time.Time: Time.MarshalJSON: year outside of range [0,9999]'
    )
  }

  const seconds = new Date(Number(time.secs) * 1000).toISOString().slice(0, -'.000Z'.length)
  const fraction = time.nsecs === 0 ? '' : `.${String(time.nsecs).padStart(9, '0').replace(/0+$/, '')}`
  return `${seconds}${fraction}Z`
}
