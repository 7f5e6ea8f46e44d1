import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareUtf8, decodeUtf8, encodeUtf8, goUtf8 } from './utf8.ts'

describe('strings of bytes', () => {
  it('return every sequence of bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        expect(encodeUtf8(decodeUtf8(bytes))).toEqual(bytes)
      }),
      { numRuns: 2000 }
    )
  })

  it('are ordinary strings for UTF-8', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      expect(decodeUtf8(new TextEncoder().encode(text))).toBe(text)
      expect(encodeUtf8(text)).toEqual(new TextEncoder().encode(text))
    }))
  })

  it.each([
    [[0x61, 0xff, 0x62], 'a\ufffdb'],
    [[0xe2, 0x82], '\ufffd\ufffd'], // cut
    [[0xed, 0xa0, 0x80], '\ufffd\ufffd\ufffd'], // a surrogate
    [[0xc0, 0x80], '\ufffd\ufffd'], // overlong
    [[0xf4, 0x90, 0x80, 0x80], '\ufffd\ufffd\ufffd\ufffd'], // above U+10FFFF
    [[0xef, 0xbb, 0xbf, 0x61], '\ufeffa']
  ])('%j have one U+FFFD for each invalid byte', (bytes, text) => {
    expect(goUtf8(Uint8Array.from(bytes))).toBe(text)
  })

  it('are compared by their bytes', () => {
    expect(['\u{1f600}', '\ue000', 'b', 'ab', '', 'a'].sort(compareUtf8)).toEqual([
      '',
      'a',
      'ab',
      'b',
      '\ue000',
      '\u{1f600}'
    ])
  })
})

it.each([
  ['68c3bc', 'hü'],
  ['f09f9a80', '🚀'],
  ['efbbbf61', '\ufeffa'],
  ['ff', '\ufffd'],
  ['e282', '\ufffd\ufffd'],
  ['61e28262', 'a\ufffd\ufffdb'],
  ['f09f9a', '\ufffd\ufffd\ufffd'],
  ['eda080', '\ufffd\ufffd\ufffd'],
  ['c080', '\ufffd\ufffd'],
  ['', '']
])('decodes %s like Go', (hex, text) => {
  expect(goUtf8(Buffer.from(hex, 'hex'))).toBe(text)
})
