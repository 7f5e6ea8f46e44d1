import type { Time } from './stat.ts'

/** Now, as exactly as the clock tells. */
export function currentTime (): Time {
  const ms = Date.now()
  return { secs: BigInt(Math.floor(ms / 1000)), nsecs: ms % 1000 * 1_000_000 }
}
