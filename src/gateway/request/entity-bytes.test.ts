import fc from 'fast-check'
import { expect, it } from 'vitest'
import { entityRange, parseEntityBytes } from './entity-bytes.ts'

const SIZE = 100

it.each([
  ['0:*', 0, 100],
  ['0:0', 0, 1],
  ['10:19', 10, 10],
  ['-10:*', 90, 10],
  ['-1000:*', 0, 100],
  ['0:-1', 0, 100],
  ['0:-100', 0, 1],
  ['-20:-11', 80, 10],
  ['-20:95', 80, 16],
  ['90:500', 90, 10],
  ['100:*', 100, 0],
  ['50:-90', 50, 0],
  ['+1:2', 1, 2],
  ['0:9223372036854775807', 0, 100],
  ['9007199254740993:9223372036854775807', 100, 0],
  ['-9223372036854775808:9', 0, 10],
  ['-9223372036854775808:-9223372036854775808', 0, 0],
  ['-1:0', 99, 0],
  ['-50:10', 50, 0]
])('%s of 100 bytes starts at %i and has length %i', (text, offset, length) => {
  expect(entityRange(parseEntityBytes(text), SIZE)).toEqual({ offset, length })
})

it.each([
  ['5', "range must have two numbers separated with ':'"],
  ['1:2:3', "range must have two numbers separated with ':'"],
  [':', 'strconv.ParseInt: parsing "": invalid syntax'],
  ['a:b', 'strconv.ParseInt: parsing "a": invalid syntax'],
  ['1:1e3', 'strconv.ParseInt: parsing "1e3": invalid syntax'],
  ['*:1', 'strconv.ParseInt: parsing "*": invalid syntax'],
  ['0:99999999999999999999', 'strconv.ParseInt: parsing "99999999999999999999": value out of range'],
  ['0:9223372036854775808', 'strconv.ParseInt: parsing "9223372036854775808": value out of range'],
  ['-9223372036854775809:*', 'strconv.ParseInt: parsing "-9223372036854775809": value out of range'],
  ['5:2', "cannot have an entity-bytes range where 'from' is after 'to'"],
  ['-2:-5', "cannot have an entity-bytes range where 'from' is after 'to'"]
])('the range %s is refused', (text, message) => {
  expect(() => parseEntityBytes(text)).toThrow(message)
})

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })

it('a range of a file of more than 2^53 bytes is exact', () => {
  const size = 2n ** 62n + 1n
  expect(entityRange(parseEntityBytes('-2:*'), size)).toEqual({ offset: 2n ** 62n - 1n, length: 2 })
  expect(entityRange(parseEntityBytes('3:-1'), size)).toEqual({ offset: 3, length: 2n ** 62n - 2n })
  expect(entityRange(parseEntityBytes(`${2n ** 62n}:9223372036854775807`), size)).toEqual({
    offset: 2n ** 62n,
    length: 1
  })
  expect(entityRange(parseEntityBytes(`${2n ** 62n + 1n}:*`), size)).toMatchObject({ length: 0 })
})

it('a range never exceeds the file', () => {
  fc.assert(fc.property(int64, fc.option(int64, { nil: undefined }), fc.nat(), (from, to, size) => {
    const { offset, length } = entityRange({ from, to }, size)
    expect(offset).toBeGreaterThanOrEqual(0)
    expect(length).toBeGreaterThanOrEqual(0)
    expect(length === 0 || Number(offset) + Number(length) <= size).toBe(true)
  }))
})
