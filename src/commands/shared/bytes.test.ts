import { expect, it } from 'vitest'
import { formatBytes } from './format-bytes.ts'
import { parseBytes } from './parse-bytes.ts'

it('reads sizes as go-humanize does', () => {
  const sizes: Array<[string, bigint]> = [
    ['0', 0n], ['42', 42n], ['10GB', 10_000_000_000n], ['42 MB', 42_000_000n], ['42 mib', 44_040_192n], ['1K', 1000n], ['1Ki', 1024n],
    ['1.5kB', 1500n], ['1,000', 1000n], ['5b', 5n], ['.5k', 500n], ['3.', 3n], ['1EiB', 1n << 60n], ['1000g', 1_000_000_000_000n], ['1 tb ', 1_000_000_000_000n]
  ]

  for (const [text, bytes] of sizes) {
    expect([text, parseBytes(text)]).toEqual([text, bytes])
  }
})

it('refuses what go-humanize refuses, in its words', () => {
  const wrong: Array<[string, string]> = [
    ['', 'strconv.ParseFloat: parsing "": invalid syntax'],
    ['GB', 'strconv.ParseFloat: parsing "": invalid syntax'],
    ['1.2.3', 'strconv.ParseFloat: parsing "1.2.3": invalid syntax'],
    ['-1', 'strconv.ParseFloat: parsing "": invalid syntax'],
    ['10 XB', 'unhandled size name: xb'],
    ['1e3', 'unhandled size name: e3'],
    ['100EB', 'too large: 100EB']
  ]

  for (const [text, message] of wrong) {
    expect(() => parseBytes(text)).toThrow(message)
  }
})

it('writes sizes as go-humanize does', () => {
  const sizes: Array<[number | bigint, string]> = [
    [0, '0 B'], [9, '9 B'], [10, '10 B'], [999, '999 B'], [1000, '1.0 kB'], [30282, '30 kB'], [82854982, '83 MB'], [10_000_000_000n, '10 GB'],
    [9_940, '9.9 kB'], [9_990, '10 kB'], [10_500, '10 kB'], [11_500, '12 kB'], [999_999, '1000 kB'], [1e6, '1.0 MB'], [1e9, '1.0 GB'], [1e15, '1.0 PB'], [18446744073709551615n, '18 EB']
  ]

  for (const [bytes, text] of sizes) {
    expect([bytes, formatBytes(bytes)]).toEqual([bytes, text])
  }
})
