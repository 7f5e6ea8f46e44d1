import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ByteSearch } from './byte-search.ts'

describe('ByteSearch', () => {
  const find = (needle: string, haystack: string, from?: number): number =>
    new ByteSearch(Buffer.from(needle)).indexIn(Buffer.from(haystack), from)

  test.each([
    ['abc', 'abc', 0],
    ['abc', 'xxabc', 2],
    ['abc', 'ababc', 2],
    ['aab', 'aaaab', 2],
    ['abc', 'ab', -1],
    ['abc', '', -1],
    ['a', 'bba', 2],
    ['aa', 'abaa', 2]
  ])('%s in %s', (needle, haystack, at) => {
    expect(find(needle, haystack)).toBe(at)
  })

  test('starts at the given offset', () => {
    expect(find('ab', 'abab', 1)).toBe(2)
    expect(find('ab', 'abab', 3)).toBe(-1)
    expect(find('ab', 'ab', 9)).toBe(-1)
  })

  test('finds needles of more than 255 bytes', () => {
    const needle = 'x'.repeat(300) + 'y'
    expect(find(needle, 'x'.repeat(500) + 'y')).toBe(200)
  })

  test('agrees with a naive search', () => {
    const few = fc.array(fc.constantFrom(0, 1, 2, 255), { maxLength: 60 }).map((bytes) => Uint8Array.from(bytes))

    fc.assert(
      fc.property(few.filter(({ length }) => length > 0 && length < 6), few, fc.nat(70), (needle, haystack, from) => {
        expect(new ByteSearch(needle).indexIn(haystack, from)).toBe(
          from > haystack.length ? -1 : Buffer.from(haystack).indexOf(Buffer.from(needle), from)
        )
      })
    )
  })
})
