import { expect, it } from 'vitest'
import { parseGoIntBase } from './parse-int-base.ts'

it.each([['0644', 0o644n], ['-7', -7n], ['+10', 8n], ['17777777777', 2n ** 31n - 1n], ['0', 0n], [
  '-20000000000',
  -(2n ** 31n)
], [`-${'0'.repeat(500)}7`, -7n]])('reads %s', (text, value) => {
  expect(parseGoIntBase(text, 8, 32)).toBe(value)
})

it.each([
  ['999', 'strconv.ParseInt: parsing "999": invalid syntax'],
  ['', 'strconv.ParseInt: parsing "": invalid syntax'],
  ['-', 'strconv.ParseInt: parsing "-": invalid syntax'],
  ['7_7', 'strconv.ParseInt: parsing "7_7": invalid syntax'],
  ['20000000000', 'strconv.ParseInt: parsing "20000000000": value out of range'],
  ['7'.repeat(23), `strconv.ParseInt: parsing "${'7'.repeat(23)}": value out of range`]
])('rejects %s', (text, message) => {
  expect(() => parseGoIntBase(text, 8, 32)).toThrow(message)
})

it('rejects half a million digits without converting them, which would take a minute', () => {
  expect(() => parseGoIntBase('7'.repeat(500_000), 8, 32)).toThrow('value out of range')
})
