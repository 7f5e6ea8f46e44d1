import * as fc from 'fast-check'
import { varint } from 'multiformats'
import { describe, expect, it } from 'vitest'
import { int64Varint, varintLength, writeVarint } from './varint.ts'

describe('varint', () => {
  it('agrees with the multiformats package up to 2^53 - 1', () => {
    fc.assert(fc.property(fc.maxSafeNat(), fc.nat(53), (n, shift) => {
      const value = Math.floor(n / 2 ** shift)
      const expected = varint.encodeTo(value, new Uint8Array(varint.encodingLength(value)))
      const out = new Uint8Array(expected.length + 1)

      expect(varintLength(value)).toBe(expected.length)
      expect(writeVarint(out, 1, value)).toBe(out.length)
      expect(out.subarray(1)).toEqual(expected)
    }))
  })

  it.each([0, 127, 128, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1])('reads %d', (n) => {
    const out = new Uint8Array(varintLength(n))
    writeVarint(out, 0, n)
    expect(varint.decode(out)).toEqual([n, out.length])
  })

  it('writes signed numbers', () => {
    expect(int64Varint(0n)).toEqual(Uint8Array.of(0))
    expect(int64Varint(300n)).toEqual(Uint8Array.of(0xac, 0x02))
    expect(int64Varint(-1n)).toEqual(Uint8Array.of(255, 255, 255, 255, 255, 255, 255, 255, 255, 1))
  })
})
