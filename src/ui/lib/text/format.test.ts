import { describe, expect, it } from 'vitest'
import { bytes, duration, number, shortId } from './format.ts'

describe('format', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1.0 kB'],
    [999_499, '999 kB'],
    [999_600, '1.0 MB'],
    [12_345_678, '12.3 MB'],
    [3.2e9, '3.2 GB'],
    [5e15, '5000 TB']
  ])('formats %d bytes as %s', (number, words) => {
    expect(bytes(number)).toBe(words)
  })

  it('formats durations coarsely', () => {
    expect([1, 40, 100, 7200].map(duration)).toEqual(['a moment', '40 s', '2 min', '2 h'])
  })

  it('formats numbers', () => {
    expect(number(1200)).toBe('1,200')
  })

  it('shortens long names to both ends', () => {
    expect(shortId('bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy')).toBe('bafkreigh…4s52zy')
    expect(shortId('short')).toBe('short')
  })
})
