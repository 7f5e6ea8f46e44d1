import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstGoJson, parseGoJson } from './parse-json.ts'

describe('reading JSON', () => {
  test('agrees with JSON.parse', () => {
    fc.assert(fc.property(fc.json(), (text) => {
      expect(parseGoJson(text)).toEqual(JSON.parse(text))
    }))
  })

  test('fails where JSON.parse fails', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"a"',
      '"',
      'a',
      '\\',
      '1',
      '0',
      '-',
      '.',
      'e',
      'true',
      'tru',
      'null',
      ' ',
      '\n'
    )

    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')), (text) => {
        const fails = (parse: () => unknown): boolean => {
          try {
            parse()
            return false
          } catch {
            return true
          }
        }
        expect(fails(() => parseGoJson(text))).toBe(fails(() => JSON.parse(text)))
      }),
      { numRuns: 2000 }
    )
  })

  test('accepts nesting up to its limit', () => {
    expect(() => parseGoJson('['.repeat(10_000) + ']'.repeat(10_000))).not.toThrow()
    expect(() => parseGoJson('['.repeat(10_001) + ']'.repeat(10_001))).toThrow(
      "invalid character '[' exceeded max depth"
    )
    expect(() => firstGoJson('{"a":'.repeat(100_000))).toThrow("invalid character '{' exceeded max depth")
  })

  test.each([
    ['', 'unexpected end of JSON input'],
    ['{', 'unexpected end of JSON input'],
    ['{bad', "invalid character 'b' looking for beginning of object key string"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1 "b"}', "invalid character '\"' after object key:value pair"],
    ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
    ['[1 2]', "invalid character '2' after array element"],
    ['[1,]', "invalid character ']' looking for beginning of value"],
    ['1 2', "invalid character '2' after top-level value"],
    ["'a'", "invalid character '\\'' looking for beginning of value"],
    ['"a\nb"', "invalid character '\\n' in string literal"],
    ['"\\x"', "invalid character 'x' in string escape code"],
    ['"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape"],
    ['01', "invalid character '1' after top-level value"],
    ['-x', "invalid character 'x' in numeric literal"],
    ['1.x', "invalid character 'x' after decimal point in numeric literal"],
    ['1ex', "invalid character 'x' in exponent of numeric literal"],
    ['1e+x', "invalid character 'x' in exponent of numeric literal"],
    ['trux', "invalid character 'x' in literal true (expecting 'e')"],
    ['nul', "invalid character ' ' in literal null (expecting 'l')"],
    ['-', "invalid character ' ' in numeric literal"],
    ['ü', "invalid character 'Ã' looking for beginning of value"]
  ])('%j: %s', (text, message) => {
    expect(() => parseGoJson(text)).toThrow(expect.objectContaining({ name: 'JsonSyntaxError', message }))
  })

  test('can read the first of several values', () => {
    expect(firstGoJson(' {"a":[1]} and more')).toEqual({ a: [1] })
    expect(() => firstGoJson('')).toThrow('unexpected end of JSON input')
  })
})
