import { expect, it } from 'vitest'
import { trimRight } from './trim-right.ts'

it.each([['', '=', ''], ['==', '=', ''], ['a==', '=', 'a'], ['=a', '=', '=a'], ['a \t ', ' \t', 'a'], ['a', '', 'a']])(
  '%j without %j',
  (text, cutset, rest) => {
    expect(trimRight(text, cutset)).toBe(rest)
  }
)

it('trims a million characters before another one in linear time', () => {
  const text = `${'='.repeat(1_000_000)}A`
  expect(trimRight(text, '=')).toBe(text)
})
