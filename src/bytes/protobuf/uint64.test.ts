import { expect, test } from 'vitest'
import { addUint64, toUint64 } from './uint64.ts'

test.each<[bigint, number | bigint]>([
  [0n, 0],
  [2n ** 53n - 1n, 2 ** 53 - 1],
  [2n ** 53n, 2n ** 53n],
  [2n ** 64n - 1n, 2n ** 64n - 1n],
  [2n ** 64n + 5n, 5],
  [-1n, 2n ** 64n - 1n]
])('toUint64(%s) is %s', (value, result) => {
  expect(toUint64(value)).toBe(result)
})

test('sums are exact, and wrap around at 2^64', () => {
  expect(addUint64(1, [])).toBe(1)
  expect(addUint64(2 ** 53 - 1, [2])).toBe(2n ** 53n + 1n)
  expect(addUint64(0, [2n ** 63n, 2n ** 63n - 1n])).toBe(2n ** 64n - 1n)
  expect(addUint64(2n ** 64n - 1n, [3])).toBe(2)
})
