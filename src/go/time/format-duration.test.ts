import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatGoDuration } from './format-duration.ts'
import { parseGoDurationMs } from './parse-duration.ts'

// The test of Go's package time.
test.each([
  [0n, '0s'],
  [1n, '1ns'],
  [1100n, '1.1µs'],
  [2_200_000n, '2.2ms'],
  [3_300_000_000n, '3.3s'],
  [245_000_000_000n, '4m5s'],
  [245_001_000_000n, '4m5.001s'],
  [18_367_001_000_000n, '5h6m7.001s'],
  [480_000_000_001n, '8m0.000000001s'],
  [2n ** 63n - 1n, '2562047h47m16.854775807s'],
  [-(2n ** 63n), '-2562047h47m16.854775808s'],
  [172_800_000_000_000n, '48h0m0s']
])('%s is %s', (ns, text) => {
  expect(formatGoDuration(ns)).toBe(text)
})

test('is parsed to the original value', () => {
  fc.assert(fc.property(fc.bigInt({ min: -(2n ** 50n), max: 2n ** 50n }), (ns) => {
    expect(Math.round((parseGoDurationMs(formatGoDuration(ns)) as number) * 1e6)).toBe(Number(ns))
  }))
})
