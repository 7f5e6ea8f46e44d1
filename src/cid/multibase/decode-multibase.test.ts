import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeMultibase } from './decode-multibase.ts'
import { encodeMultibase, multibaseByName, multibases } from './multibases.ts'

const decodeToHex = (text: string | Uint8Array): string => Buffer.from(decodeMultibase(text)).toString('hex')

describe('a multibase text', () => {
  test.each(multibases.map((base) => [base.name, base] as const))(
    'in %s decodes to its bytes',
    (_, base) => {
      fc.assert(
        fc.property(
          fc.uint8Array({
            minLength: base.name.startsWith('base58') || base.name.startsWith('base36') ? 1 : 0,
            maxLength: 80
          }),
          (bytes) => {
            expect(Buffer.from(decodeMultibase(encodeMultibase(base, bytes))).toString('hex')).toBe(
              Buffer.from(bytes).toString('hex')
            )
          }
        )
      )
    }
  )

  test('in base identity decodes to any bytes', () => {
    expect(decodeToHex(Uint8Array.of(0, 0xff, 0xfe))).toBe('fffe')
    expect(Buffer.from(encodeMultibase(multibaseByName('identity')!, Uint8Array.of(0xff))).toString('hex')).toBe('00ff')
  })

  // accepted by go-multibase but not by the package multiformats
  test.each([
    ['fAbCd', 'abcd'],
    ['FabcD', 'abcd'],
    ['bMFRGg', '616263'],
    ['Bmfrgg', '616263'],
    ['bmfr\r\ngg\n', '616263'],
    ['bmfrgh', '616263'],
    ['bmfrgga', ''],
    ['bm', ''],
    ['cmfrgg===', '616263'],
    ['cMFRGG===', '616263'],
    ['mYQ', '61'],
    ['mYR', '61'],
    ['mY\nQ', '61'],
    ['MYQ==', '61'],
    ['MYQ=\n=\n', '61'],
    ['KVAEAZV', '70c4552b'],
    ['01', '01'],
    ['0101', '05'],
    ['k00', '0000'],
    ['z11', '0000']
  ])('%j', (text, bytes) => {
    expect(decodeToHex(text)).toBe(bytes)
  })

  test.each([
    ['', 'cannot decode multibase for zero length string'],
    ['!x', 'selected encoding not supported'],
    ['Qm', 'selected encoding not supported'],
    ['fzz', "encoding/hex: invalid byte: U+007A 'z'"],
    ['f\n', 'encoding/hex: invalid byte: U+000A'],
    ['fabc', 'encoding/hex: odd length hex string'],
    ['fabz', "encoding/hex: invalid byte: U+007A 'z'"],
    ['b1', 'illegal base32 data at input byte 0'],
    ['bmf=', 'illegal base32 data at input byte 2'],
    ['cmfrgg', 'illegal base32 data at input byte 0'],
    ['cmfrgg==', 'illegal base32 data at input byte 7'],
    ['cmfrgg=x=', 'illegal base32 data at input byte 5'],
    ['cmfr=====', 'illegal base32 data at input byte 3'],
    ['v!', 'illegal base32 data at input byte 0'],
    ['m!', 'illegal base64 data at input byte 0'],
    ['mY', 'illegal base64 data at input byte 0'],
    ['mYQ==', 'illegal base64 data at input byte 2'],
    ['MYQ', 'illegal base64 data at input byte 0'],
    ['MYQ=', 'illegal base64 data at input byte 3'],
    ['MYQ=x', 'illegal base64 data at input byte 2'],
    ['MYQ==x', 'illegal base64 data at input byte 4'],
    ['uab+', 'illegal base64 data at input byte 2'],
    ['k', 'can not decode zero-length string'],
    ['k!', "invalid base36 character ('!')"],
    ['kü', "invalid base36 character ('ü')"],
    ['z', 'zero length string'],
    ['z0', "Invalid base58 digit ('0')"],
    ["z'", "Invalid base58 digit ('\\'')"],
    ['zü', 'High-bit set on invalid digit'],
    ['02', 'error while conversion: strconv.ParseInt: parsing "00000002": invalid syntax'],
    ['🚀x', "illegal base256emoji data at input byte 0, char: 'x'"],
    ['🚀🚀x', "illegal base256emoji data at input byte 4, char: 'x'"]
  ])('%j is rejected', (text, message) => {
    expect(() => decodeMultibase(text)).toThrow(expect.objectContaining({ message }))
  })
})

test('an encoding is found by its name or its prefix', () => {
  expect(multibaseByName('base32')?.prefix).toBe('b')
  expect(multibaseByName('🚀')?.name).toBe('base256emoji')
  expect(multibaseByName('base10')).toBeUndefined()
  expect(multibaseByName('9')).toBeUndefined()
  expect(multibaseByName('')).toBeUndefined()
})
