import { describe, expect, it } from 'vitest'
import { parseByteSize } from './parse-byte-size.ts'

describe('parseByteSize', () => {
  it.each([['0', 0], ['262144', 262144], ['256KiB', 262144], ['256 kib', 262144], ['1Ki', 1024], ['2 kB', 2000], ['1.5MB', 1_500_000], ['1,000 B', 1000], ['3G', 3e9], ['1TiB', 2 ** 40]])('reads %j', (text, bytes) => {
    expect(parseByteSize(text)).toBe(bytes)
  })

  it.each(['', 'KiB', '-1', '1 XB', 'ten'])('refuses %j', (text) => {
    expect(() => parseByteSize(text)).toThrow('not a number of bytes')
  })
})
