import { describe, expect, test } from 'vitest'
import { parseGoBool, parseGoFloat, parseGoInt, parseGoUint } from './numbers.ts'

describe('integers', () => {
  test.each([
    ['0', 0n],
    ['7', 7n],
    ['+7', 7n],
    ['-7', -7n],
    ['0x1F', 31n],
    ['0X1f', 31n],
    ['-0x10', -16n],
    ['0o17', 15n],
    ['0O17', 15n],
    ['017', 15n],
    ['0b101', 5n],
    ['1_000', 1000n],
    ['0x_ff', 255n],
    ['0_7', 7n],
    ['00', 0n],
    ['2147483647', 2147483647n],
    ['-2147483648', -2147483648n]
  ])('%s', (text, value) => {
    expect(parseGoInt(text, 32)).toBe(value)
  })

  test.each([
    '',
    ' 1',
    '1 ',
    '1.5',
    '1e3',
    '--1',
    '+',
    '0x',
    '0b2',
    '08',
    '1__0',
    '_1',
    '1_',
    'one',
    '2147483648',
    '-2147483649',
    '١'
  ])('%j does not fit 32 bits', (text) => {
    expect(parseGoInt(text, 32)).toBeUndefined()
  })

  test('of 64 bits reach their limits', () => {
    expect(parseGoInt('9223372036854775807', 64)).toBe(2n ** 63n - 1n)
    expect(parseGoInt('9223372036854775808', 64)).toBeUndefined()
    expect(parseGoInt('-9223372036854775808', 64)).toBe(-(2n ** 63n))
    expect(parseGoUint('18446744073709551615', 64)).toBe(2n ** 64n - 1n)
    expect(parseGoUint('18446744073709551616', 64)).toBeUndefined()
    expect(parseGoUint('4294967296', 32)).toBeUndefined()
  })

  test.each(['-1', '+1', '-0'])('without a sign reject %s', (text) => {
    expect(parseGoUint(text, 64)).toBeUndefined()
  })
})

test.each([
  ['1', 1],
  ['-1.5', -1.5],
  ['+.5', 0.5],
  ['1.', 1],
  ['1e3', 1000],
  ['1E-2', 0.01],
  ['', undefined],
  ['.', undefined],
  ['1e', undefined],
  ['1e999', undefined],
  ['one', undefined],
  ['0x10', undefined]
])('the float %j', (text, value) => {
  expect(parseGoFloat(text)).toBe(value)
})

test.each([
  ['', true],
  ['1', true],
  ['t', true],
  ['T', true],
  ['true', true],
  ['TRUE', true],
  ['tRuE', true],
  ['0', false],
  ['f', false],
  ['F', false],
  ['false', false],
  ['False', false],
  ['yes', undefined],
  ['no', undefined],
  ['on', undefined],
  ['2', undefined],
  [' true', undefined],
  ['constructor', undefined],
  ['__proto__', undefined]
])('the boolean %j', (text, value) => {
  expect(parseGoBool(text)).toBe(value)
})
