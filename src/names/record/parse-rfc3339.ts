const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9})\d*)?(Z|[+-]\d\d:\d\d)$/

/** A time to the nanosecond in RFC 3339; undefined for a text that is none. */
export function parseRfc3339 (text: string): { secs: bigint, nsecs: number } | undefined {
  const [, seconds, fraction = '', zone] = TIME.exec(text) ?? []
  const ms = seconds == null ? NaN : Date.parse(`${seconds}${zone}`)
  return Number.isNaN(ms) ? undefined : { secs: BigInt(ms) / 1000n, nsecs: Number(fraction.padEnd(9, '0')) }
}
