const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats a local time in Go's layout `time.Stamp`: `Jan _2 15:04:05`. */
export function goStamp (time: Date): string {
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map((part) => String(part).padStart(2, '0'))
    .join(':')
  return `${MONTHS[time.getMonth()]} ${String(time.getDate()).padStart(2)} ${clock}`
}
