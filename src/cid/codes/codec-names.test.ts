import { expect, test } from 'vitest'
import { blockCodecs, codecByName, codecName } from './codec-names.ts'

test.each([
  ['raw', 0x55],
  ['dag-pb', 0x70],
  ['dag-json', 0x0129],
  ['identity', 0],
  ['sha2-256', 0x12],
  ['rdfc-1', 0xb403],
  ['p2p-circuit', 0x0122],
  ['json-jcs', 0xb601],
  ['0x55', 0x55],
  ['85', 0x55],
  ['0b1010101', 0x55],
  ['0o125', 0x55],
  ['0125', 0x55],
  ['0x300001', 0x300001]
])('%s is the code %i', (name, code) => {
  expect(codecByName(name)).toBe(code)
})

test.each(['', 'nosuch', 'Raw', '9999999', '0x400000', '18446744073709551616', 'constructor', '__proto__', '-1'])(
  '%j is not a name',
  (name) => {
    expect(codecByName(name)).toBeUndefined()
  }
)

test('a code has a name', () => {
  expect(codecName(0x70)).toBe('dag-pb')
  expect(codecName(0x300001)).toBeUndefined()
})

test('codecs of blocks are listed by code', () => {
  const codes = Object.values(blockCodecs)
  expect(codes).toEqual([...codes].sort((a, b) => a - b))
  expect(Object.keys(blockCodecs)).not.toContain('sha2-256')
})
