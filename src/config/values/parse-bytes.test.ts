import { expect, it } from 'vitest'
import { parseBytes } from './parse-bytes.ts'

it('parses sizes like go-humanize', () => {
  const sizes: Array<[string, bigint]> = [
    ['0', 0n],
    ['42', 42n],
    ['10GB', 10_000_000_000n],
    ['42 MB', 42_000_000n],
    ['42 mib', 44_040_192n],
    ['1K', 1000n],
    ['1Ki', 1024n],
    ['1.5kB', 1500n],
    ['1,000', 1000n],
    ['5b', 5n],
    ['.5k', 500n],
    ['3.', 3n],
    ['1EiB', 1n << 60n],
    ['1000g', 1_000_000_000_000n],
    ['1 tb ', 1_000_000_000_000n],
    ['262144', 262144n],
    ['256KiB', 262144n],
    ['256 kib', 262144n],
    ['2 kB', 2000n],
    ['1.5MB', 1_500_000n],
    ['1,000 B', 1000n],
    ['3G', 3_000_000_000n],
    ['1TiB', 1n << 40n]
  ]

  for (const [text, bytes] of sizes) {
    expect([text, parseBytes(text)]).toEqual([text, bytes])
  }
})

it('rejects the same as go-humanize, with its messages', () => {
  const wrong: Array<[string, string]> = [
    ['', 'strconv.ParseFloat: parsing "": invalid syntax'],
    ['GB', 'strconv.ParseFloat: parsing "": invalid syntax'],
    ['1.2.3', 'strconv.ParseFloat: parsing "1.2.3": invalid syntax'],
    ['-1', 'strconv.ParseFloat: parsing "": invalid syntax'],
    ['10 XB', 'unhandled size name: xb'],
    ['1e3', 'unhandled size name: e3'],
    ['KiB', 'strconv.ParseFloat: parsing "": invalid syntax'],
    ['ten', 'strconv.ParseFloat: parsing "": invalid syntax'],
    ['\u0663', 'strconv.ParseFloat: parsing "\u0663": invalid syntax'],
    ['1 XB', 'unhandled size name: xb'],
    ['100EB', 'too large: 100EB']
  ]

  for (const [text, message] of wrong) {
    expect(() => parseBytes(text)).toThrow(message)
  }
})
