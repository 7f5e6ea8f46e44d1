import { compareBytes } from '../../go/text/utf8.ts'
import { readRecord } from './read-record.ts'

/**
 * Whether one record of a name goes before another: by its sequence, then by how long it holds, then by its bytes (boxo
 * `ipns.Validator.Select`).
 */
export function isNewer (bytes: Uint8Array, other: Uint8Array): boolean {
  const [a, b] = [readRecord(bytes), readRecord(other)]
  const order = compare(a.sequence, b.sequence) || compare(nanoseconds(a.validity), nanoseconds(b.validity)) ||
    compareBytes(bytes, other)
  return order > 0
}

function nanoseconds (time: { secs: bigint; nsecs: number } | undefined): bigint | undefined {
  return time == null ? undefined : time.secs * 1_000_000_000n + BigInt(time.nsecs)
}

function compare (a = -1n, b = -1n): number {
  return a < b ? -1 : a > b ? 1 : 0
}
