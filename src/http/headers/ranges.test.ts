import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseRange, satisfyRanges } from './ranges.ts'

const ranges = (header: string, size: number): string =>
  satisfyRanges(parseRange(header), size).map(({ start, length }) => `${start}+${length}`).join(' ')

it.each([
  ['bytes=0-9', '0+10'],
  ['bytes=0-0', '0+1'],
  ['bytes=90-', '90+10'],
  ['bytes=99-500', '99+1'],
  ['bytes=-10', '90+10'],
  ['bytes=-1000', '0+100'],
  ['bytes=-0', '100+0'],
  ['bytes= 2 - 4 , 6-7', '2+3 6+2'],
  ['bytes=0-1,200-300', '0+2'],
  ['bytes=', ''],
  ['bytes=,,', '']
])('%s of 100 bytes is %s', (header, expected) => {
  expect(ranges(header, 100)).toBe(expected)
})

it.each([
  'bits=0-1',
  '0-1',
  'bytes=5',
  'bytes=a-b',
  'bytes=10-5',
  'bytes=--1',
  'bytes=-',
  'bytes=1-2-3',
  'bytes=1-99999999999999999999',
  'Bytes=0-1'
])('rejects %s', (header) => {
  expect(() => parseRange(header)).toThrow('invalid range')
})

it.each(['bytes=100-', 'bytes=100-200,300-400'])('%s is outside of 100 bytes', (header) => {
  expect(() => ranges(header, 100)).toThrow('invalid range: failed to overlap')
})

it.each<[string, bigint | number, bigint | number]>([
  ['bytes=0-1', 0, 2],
  ['bytes=9007199254740993-9007199254740995', 9007199254740993n, 3],
  ['bytes=-3', 2n ** 60n - 2n, 3],
  ['bytes=1-', 1, 2n ** 60n],
  ['bytes=1152921504606846976-9223372036854775807', 2n ** 60n, 1]
])('%s of more than 2^53 bytes is exact', (header, start, length) => {
  expect(satisfyRanges(parseRange(header), 2n ** 60n + 1n)).toEqual([{ start, length }])
})

it('rejects ranges beyond files above 2^53 bytes, positions above int64, and an end one before the start', () => {
  expect(() => satisfyRanges(parseRange('bytes=1152921504606846977-'), 2n ** 60n + 1n)).toThrow('failed to overlap')
  expect(() => parseRange('bytes=0-9223372036854775808')).toThrow('invalid range')
  expect(() => parseRange('bytes=9007199254740993-9007199254740992')).toThrow('invalid range')
})

it('stays within the content', () => {
  const number = fc.nat({ max: 300 })
  const spec = fc.oneof(
    fc.tuple(number, number).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
    number.map((a) => `${a}-`),
    number.map((a) => `-${a}`)
  )

  fc.assert(fc.property(fc.array(spec, { maxLength: 5 }), number, (specs, size) => {
    try {
      for (const { start, length } of satisfyRanges(parseRange(`bytes=${specs.join(',')}`), size)) {
        expect(start).toBeGreaterThanOrEqual(0)
        expect(length).toBeGreaterThanOrEqual(0)
        expect(start + length).toBeLessThanOrEqual(size)
      }
    } catch (err) {
      expect((err as Error).name).toBe('RangeNotSatisfiableError')
    }
  }))
})
