import { describe, expect, test } from 'vitest'
import { durationError, parseGoDuration, parseGoDurationMs } from './parse-duration.ts'

describe('a duration', () => {
  test.each([
    ['0', 0],
    ['+0', 0],
    ['300ms', 300],
    ['1h30m', 5_400_000],
    ['-1.5h', -5_400_000],
    ['+5s', 5000],
    ['.5s', 500],
    ['1.s', 1000],
    ['1us', 0.001],
    ['1µs', 0.001],
    ['1μs', 0.001],
    ['1000000ns', 1],
    ['1m1m', 120_000],
    ['2540400h', 9_145_440_000_000]
  ])('%s', (text, ms) => {
    expect(parseGoDurationMs(text)).toBeCloseTo(ms, 9)
    expect(durationError(text)).toBeUndefined()
  })

  test.each([
    ['', 'time: invalid duration ""'],
    ['-', 'time: invalid duration "-"'],
    ['x', 'time: invalid duration "x"'],
    ['.s', 'time: invalid duration ".s"'],
    ['+-1s', 'time: invalid duration "+-1s"'],
    ['1.5.5s', 'time: missing unit in duration "1.5.5s"'],
    ['- 1s', 'time: invalid duration "- 1s"'],
    ['10', 'time: missing unit in duration "10"'],
    ['1s5', 'time: missing unit in duration "1s5"'],
    ['5d', 'time: unknown unit "d" in duration "5d"'],
    ['1 s', 'time: unknown unit " s" in duration "1 s"'],
    ['1"', 'time: unknown unit "\\"" in duration "1\\""'],
    ['1é', 'time: unknown unit "\\xc3\\xa9" in duration "1\\xc3\\xa9"'],
    ['2562048h', 'time: invalid duration "2562048h"']
  ])('%j is rejected', (text, message) => {
    expect(parseGoDurationMs(text)).toBeUndefined()
    expect(durationError(text)).toBe(message)
  })

  test.each<[string, bigint]>([
    ['2562047h47m16.854775807s', 2n ** 63n - 1n],
    ['-2562047h47m16.854775808s', -(2n ** 63n)],
    ['9223372036854775807ns', 2n ** 63n - 1n],
    ['9007199254740993ns', 9007199254740993n],
    ['9223372036854ms775us807ns', 2n ** 63n - 1n],
    ['0.9223372036854775807h', 3320413933267n],
    ['0.33333333333333333333h', 1_200_000_000_000n],
    ['0.3333333333333333333h', 1_200_000_000_000n],
    ['0.9ns', 0n]
  ])('%s is exact to the nanosecond', (text, ns) => {
    expect(parseGoDuration(text)).toBe(ns)
  })

  test.each([
    '2562047h47m16.854775808s',
    '-2562047h47m16.854775809s',
    '9223372036854775808ns',
    '99999999999999999999ns',
    '3000000h'
  ])('%s exceeds the range of durations', (text) => {
    expect(parseGoDuration(text)).toBeUndefined()
    expect(durationError(text)).toBe(`time: invalid duration "${text}"`)
  })
})
