import { describe, expect, it } from 'vitest'
import { entryTime, hasStat, unixMode, unixTime } from './stat.ts'

describe('stat', () => {
  it('carries nanoseconds over into seconds like Go', () => {
    expect(unixTime(5n, 1_000_000_001)).toEqual({ secs: 6n, nsecs: 1 })
    expect(unixTime(5n, -1)).toEqual({ secs: 4n, nsecs: 999_999_999 })
    expect(unixTime(-1)).toEqual({ secs: -1n, nsecs: 0 })
  })

  it('treats the first second of year 1 as no time', () => {
    expect(unixTime(-62_135_596_800n)).toBeUndefined()
    expect(unixTime(-62_135_596_800n, 1)).toBeDefined()
    expect(unixTime(0)).toEqual({ secs: 0n, nsecs: 0 })
  })

  it('returns the time of an entry', () => {
    expect(entryTime({ secs: 7 })).toEqual({ secs: 7n, nsecs: 0 })
    expect(entryTime(undefined)).toBeUndefined()
  })

  it('extracts the permissions from a Go file mode', () => {
    expect(unixMode(0o755)).toBe(0o755)
    expect(unixMode(0x80000000 + 0o644)).toBe(0o644) // the directory bit
    expect(unixMode(2 ** 23 + 2 ** 22 + 2 ** 20)).toBe(0o7000) // setuid, setgid, sticky
    expect(unixMode(0o4000)).toBe(0)
  })

  it('knows whether a mode or time is stored', () => {
    expect(hasStat(undefined)).toBe(false)
    expect(hasStat({ mode: 0 })).toBe(false)
    expect(hasStat({ mode: 1 })).toBe(true)
    expect(hasStat({ mode: 0, mtime: { secs: 0n, nsecs: 0 } })).toBe(true)
  })
})
