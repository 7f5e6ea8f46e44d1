import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeUtf8 } from '../text/utf8.ts'
import { encodeGoQuery, escapePath, pathEscape, percentEncode, queryEscape } from './escape.ts'
import { percentDecode } from './query.ts'

// The results of Go 1.26 for these inputs.
it('escapes like Go', () => {
  expect(pathEscape("a b/c;d,e?f$g&h+i=j:k@l%m!n'o(p)q*r~s")).toBe(
    'a%20b%2Fc%3Bd%2Ce%3Ff$g&h+i=j:k@l%25m%21n%27o%28p%29q%2Ar~s'
  )
  expect(escapePath('/a b/c;d,e?f#g%h!i[j]')).toBe('/a%20b/c;d,e%3Ff%23g%25h%21i%5Bj%5D')
  expect(queryEscape('a b+c/d?e=f&g~')).toBe('a+b%2Bc%2Fd%3Fe%3Df%26g~')
  expect(pathEscape('ü☃')).toBe('%C3%BC%E2%98%83')
  expect(encodeGoQuery(new Map([['b', ['2', '1']], ['a', ['x y']], ['e', ['']]]))).toBe('a=x+y&b=2&b=1&e=')
})

it('can be decoded, for any text', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => {
    expect(decodeURIComponent(pathEscape(text))).toBe(text)
    expect(decodeURIComponent(escapePath(text))).toBe(text)
    expect(pathEscape(text)).toMatch(/^[\w.~%$&+=:@-]*$/)
  }))
  expect(pathEscape('a\ud800b')).toBe('a%EF%BF%BDb')
})

it('escapes bytes that are not UTF-8', () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => {
    const text = decodeUtf8(bytes)
    expect(percentDecode(percentEncode(text))).toBe(text)
    expect(percentDecode(pathEscape(text))).toBe(text)
  }))
  expect(escapePath('/a\udce4/\u{1f600}\udcff')).toBe('/a%E4/%F0%9F%98%80%FF')
})
