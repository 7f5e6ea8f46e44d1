import { describe, expect, it } from 'vitest'
import { BIN, BIN_DAYS, deletionPath, isExpired, isInBin, readDeletion } from './bin.ts'

describe('the Bin', () => {
  it.each(['/', '/photos', '/a b/ü#?%/..x', '/.bin of mine'])('states that items came from %s', (from) => {
    const [, bin, name, ...more] = deletionPath({ atMs: 1_700_000_000_123, from }, 4).split('/')
    expect([`/${bin}`, more]).toEqual([BIN, []])
    expect(readDeletion(name)).toEqual({ atMs: 1_700_000_000_123, from })
  })

  it.each(['', 'mine', '12 0 photos', '12 %2F', '12 0 %2F%E0%A4%A', '0 %2Fa'])('has no deletion %j', (name) => {
    expect(readDeletion(name)).toBeUndefined()
  })

  it(`is emptied after ${BIN_DAYS} days`, () => {
    const day = 86_400_000
    expect([BIN_DAYS - 1, BIN_DAYS + 1].map((days) => isExpired({ atMs: 5 }, 5 + days * day))).toEqual([false, true])
  })

  it.each([[BIN, true], ['/.bin/1 0 %2F/a', true], ['//.bin/', true], ['/.binary', false], ['/', false]])(
    '%s: %s',
    (path, isIn) => {
      expect(isInBin(path)).toBe(isIn)
    }
  )
})
