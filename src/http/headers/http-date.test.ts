import { expect, it } from 'vitest'
import { formatHttpDate, parseHttpDate } from './http-date.ts'

const EXAMPLE_MS = Date.UTC(1994, 10, 6, 8, 49, 37)

it.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])(
  'reads %s',
  (text) => {
    expect(parseHttpDate(text)).toBe(EXAMPLE_MS)
  }
)

it.each([
  '',
  'now',
  '1994-11-06',
  'Sun, 06 Nov 1994 08:49:37 CET',
  'Sun, 30 Feb 1994 08:49:37 GMT',
  'Sun, 06 Foo 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 25:49:37 GMT'
])('rejects %j', (text) => {
  expect(parseHttpDate(text)).toBeUndefined()
})

it('reads its own output', () => {
  expect(formatHttpDate(EXAMPLE_MS)).toBe('Sun, 06 Nov 1994 08:49:37 GMT')
  expect(parseHttpDate('Friday, 01-Jan-27 00:00:00 GMT')).toBe(Date.UTC(2027, 0, 1))
})
