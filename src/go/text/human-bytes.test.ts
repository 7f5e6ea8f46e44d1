import { expect, it } from 'vitest'
import { humanBytes } from './human-bytes.ts'

it('formats sizes like go-humanize', () => {
  const sizes: Array<[number | bigint, string]> = [
    [0, '0 B'],
    [9, '9 B'],
    [10, '10 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [30282, '30 kB'],
    [82854982, '83 MB'],
    [10_000_000_000n, '10 GB'],
    [9_940, '9.9 kB'],
    [9_990, '10 kB'],
    [10_500, '10 kB'],
    [11_500, '12 kB'],
    [999_999, '1000 kB'],
    [1e6, '1.0 MB'],
    [1e9, '1.0 GB'],
    [1e15, '1.0 PB'],
    [18446744073709551615n, '18 EB']
  ]

  for (const [bytes, text] of sizes) {
    expect([bytes, humanBytes(bytes)]).toEqual([bytes, text])
  }
})
