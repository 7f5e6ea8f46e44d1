import { encodeUtf8 } from '../../go/text/utf8.ts'
import type { Time } from '../format/stat.ts'

/** Encodes PAX records (POSIX pax, "Extended Header"), sorted by key. Each line begins with its own length. */
export function paxRecords (records: Map<string, string>): Uint8Array {
  const lines = [...records].sort(([a], [b]) => a < b ? -1 : 1).map(([key, value]) => paxRecord(key, value))
  return encodeUtf8(lines.join(''))
}

function paxRecord (key: string, value: string): string {
  const rest = ` ${key}=${value}\n`
  const length = encodeUtf8(rest).length
  const guess = length + String(length).length
  // the length includes its own digits, which can add one digit
  return `${length + String(guess).length}${rest}`
}

/** Formats seconds with up to nine fractional digits. Times before 1970 are negative. */
export function paxTime ({ secs, nsecs }: Time): string {
  if (nsecs === 0) {
    return secs.toString()
  }

  const negative = secs < 0n
  const whole = negative ? -(secs + 1n) : secs
  const fraction = String(negative ? 1_000_000_000 - nsecs : nsecs).padStart(9, '0').replace(/0+$/, '')
  return `${negative ? '-' : ''}${whole}.${fraction}`
}
