import { expect, it } from 'vitest'
import { etagMatches, etagMatchesStrongly, parseEtags } from './etag.ts'

it.each([
  ['"a"', ['"a"']],
  ['"a", W/"b" ,"c"', ['"a"', 'W/"b"', '"c"']],
  [',, "a"', ['"a"']],
  ['*', ['*']],
  ['"a", *, "b"', ['"a"', '*']],
  ['a', []],
  ['"a" b, "c"', ['"a"']],
  ['"unfinished', []],
  ['W/a', []],
  ['', []]
])('%j lists %j', (header, tags) => {
  expect(parseEtags(header)).toEqual(tags)
})

it('compares weakly and strongly', () => {
  expect(etagMatches('W/"a"', '"a"')).toBe(true)
  expect(etagMatches('"x", "b"', '"a"', 'W/"b"')).toBe(true)
  expect(etagMatches('*', '"a"')).toBe(true)
  expect(etagMatches('a', '"a"')).toBe(false)
  expect(etagMatchesStrongly('"a"', '"a"')).toBe(true)
  expect(etagMatchesStrongly('W/"a"', 'W/"a"')).toBe(false)
  expect(etagMatchesStrongly('*', '"a"')).toBe(true)
})
