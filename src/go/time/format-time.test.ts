import { expect, it } from 'vitest'
import { goTime } from './format-time.ts'

it.each([
  [undefined, '0001-01-01T00:00:00Z'],
  [{ secs: 0n, nsecs: 0 }, '1970-01-01T00:00:00Z'],
  [{ secs: 1_234_567_890n, nsecs: 120_000_000 }, '2009-02-13T23:31:30.12Z'],
  [{ secs: -1n, nsecs: 1 }, '1969-12-31T23:59:59.000000001Z'],
  [{ secs: 253_402_300_799n, nsecs: 0 }, '9999-12-31T23:59:59Z'],
  [{ secs: -62_167_219_200n, nsecs: 0 }, '0000-01-01T00:00:00Z']
])('writes %o as %s', (time, text) => {
  expect(goTime(time)).toBe(text)
})

it.each([253_402_300_800n, -62_167_219_201n, 2n ** 63n - 1n])('rejects the year of %s', (secs) => {
  expect(() => goTime({ secs, nsecs: 0 })).toThrow('Time.MarshalJSON: year outside of range [0,9999]')
})
