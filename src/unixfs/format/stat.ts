import type { EntryTime } from './import-entry.ts'

/** Returns the current time with the precision of the clock. */
export function currentTime (): Time {
  const ms = Date.now()
  return { secs: BigInt(Math.floor(ms / 1000)), nsecs: ms % 1000 * 1_000_000 }
}

/** A time as in Go's `time.Time`: 0 <= nsecs < 1e9. */
export interface Time {
  secs: bigint
  nsecs: number
}

/** The metadata of UnixFS 1.5: mode and mtime. */
export interface Stat {
  /** Go's `os.FileMode`: permissions in the low nine bits; 0 for none */
  mode: number
  mtime?: Time
}

const NSECS_PER_SEC = 1_000_000_000n

/** Midnight of 1 January of year 1, Go's zero time (`time.Time.IsZero`), which means no time. */
const ZERO_SECS = -62_135_596_800n

/**
 * Normalizes nanoseconds outside of 0 to 1e9 into the seconds, like Go's `time.Unix`. Returns undefined for Go's zero
 * time.
 */
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

/** Returns the UnixFS mode of a Go file mode (boxo `files/util.go`, `ModePermsToUnixPerms`). */
export function unixMode (mode: number): number {
  return ((mode & GO_SETUID_SETGID) >>> 12) | ((mode & GO_STICKY) >>> 11) | (mode & 0o777)
}

/** Returns whether a file node must store metadata (boxo `importer/helpers/dagbuilder.go`, `HasFileAttributes`). */
export function hasStat (stat: Stat | undefined): stat is Stat {
  return stat != null && (stat.mode !== 0 || stat.mtime != null)
}
