import type { EntryTime } from './import-entry.ts'

/** Now, as exactly as the clock tells. */
export function currentTime (): Time {
  const ms = Date.now()
  return { secs: BigInt(Math.floor(ms / 1000)), nsecs: ms % 1000 * 1_000_000 }
}

/** A point in time as Go's `time.Time` holds it: 0 <= nsecs < 1e9. */
export interface Time {
  secs: bigint
  nsecs: number
}

/** What UnixFS 1.5 keeps beside the content. */
export interface Stat {
  /** Go's `os.FileMode`: permissions in the low nine bits; 0 is none */
  mode: number
  mtime?: Time
}

const NSECS_PER_SEC = 1_000_000_000n

/** Midnight of 1 January of year 1, which Go takes for no time at all (`time.Time.IsZero`). */
const ZERO_SECS = -62_135_596_800n

/** Go's `time.Unix`: nanoseconds outside of a second move the seconds. Undefined for what Go calls the zero time. */
export function unixTime (secs: bigint | number, nsecs: bigint | number = 0): Time | undefined {
  const total = BigInt(nsecs)
  const rest = ((total % NSECS_PER_SEC) + NSECS_PER_SEC) % NSECS_PER_SEC
  const time = { secs: BigInt(secs) + (total - rest) / NSECS_PER_SEC, nsecs: Number(rest) }
  return time.secs === ZERO_SECS && time.nsecs === 0 ? undefined : time
}

export function entryTime (time: EntryTime | undefined): Time | undefined {
  return time == null ? undefined : unixTime(time.secs, time.nsecs)
}

const GO_SETUID_SETGID = 0xc00000
const GO_STICKY = 0x100000

/** The UnixFS mode of a Go file mode (boxo `files/util.go`, `ModePermsToUnixPerms`). */
export function unixMode (mode: number): number {
  return ((mode & GO_SETUID_SETGID) >>> 12) | ((mode & GO_STICKY) >>> 11) | (mode & 0o777)
}

/** Does a file node need a place for it? (boxo `importer/helpers/dagbuilder.go`, `HasFileAttributes`) */
export function hasStat (stat: Stat | undefined): stat is Stat {
  return stat != null && (stat.mode !== 0 || stat.mtime != null)
}
