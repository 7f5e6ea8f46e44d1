import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeUnixfsData, unixfsSize } from './decode-unixfs-data.ts'
import { unixfsDataLength, writeUnixfsData } from './encode-unixfs-data.ts'
import { fileMode } from './file-mode.ts'
import type { NewUnixfsData as Written } from './unixfs-data.ts'

function encode (data: Written): Uint8Array {
  const bytes = new Uint8Array(unixfsDataLength(data))
  writeUnixfsData(bytes, 0, data)
  return bytes
}

function hexBytes (text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))
}

it('decodes its own output', () => {
  const size = fc.maxSafeNat()
  const secs = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).filter((secs) => secs !== -62_135_596_800n)
  const message = fc.record({
    type: fc.constantFrom(0, 1, 2, 4, 5) as fc.Arbitrary<Written['type']>,
    data: fc.uint8Array(),
    fileSize: size,
    blockSizes: fc.array(size),
    hashType: size,
    fanout: size,
    mode: fc.nat(0xffffffff),
    mtime: fc.record({ secs, nsecs: fc.nat(999_999_999) })
  }, { requiredKeys: ['type'] })

  fc.assert(fc.property(message, ({ data, ...fields }) => {
    const bytes = encode({ ...fields, ...(data != null && { data: { parts: [data], length: data.length } }) })
    expect(decodeUnixfsData(bytes)).toEqual({ blockSizes: [], ...fields, ...(data != null && { data }) })
  }))
})

it('decodes any bytes to a value or an error, and never hangs', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        decodeUnixfsData(bytes)
      } catch (err) {
        expect((err as Error).message).toMatch(/^proto: /)
      }
    }),
    { numRuns: 2000 }
  )
})

it('reads packed sizes, and skips unknown fields and wire types', () => {
  expect(decodeUnixfsData(hexBytes('0802 2203 01ac02 4801 52020102 1d01020304 1805'))).toEqual({
    type: 2,
    blockSizes: [1, 300],
    fileSize: 5
  })
})

describe('invalid times', () => {
  it.each([
    ['without seconds', '0801 4205 1501000000'],
    ['with no nanoseconds written as such', '0801 4207 0801 1500000000'],
    ['with more nanoseconds than a second has', '0801 4207 0801 1500ca9a3b'],
    ['the zero time of Go', '0801 420b 088092b8c398feffffff01']
  ])('%s', (_, text) => {
    expect(decodeUnixfsData(hexBytes(text)).mtime).toBeUndefined()
  })
})

it('returns the content size by type', () => {
  const data = new Uint8Array(3)
  expect([0, 1, 2, 3, 4, 5, 9].map((type) => unixfsSize({ type, data, fileSize: 7, blockSizes: [] }))).toEqual([
    3,
    0,
    7,
    0,
    3,
    0,
    0
  ])
})

it('converts UNIX permissions to Go file modes', () => {
  expect(fileMode({ type: 2, blockSizes: [] })).toBe(0)
  expect(fileMode({ type: 2, blockSizes: [], mode: 0o10000 })).toBe(0)
  expect(fileMode({ type: 2, blockSizes: [], mode: 0o7644 })).toBe(0o644 + 2 ** 23 + 2 ** 22 + 2 ** 20)
  expect(fileMode({ type: 1, blockSizes: [], mode: 0o755 })).toBe(0o755 + 2 ** 31)
  expect(fileMode({ type: 4, blockSizes: [], mode: 0o777 })).toBe(0o777 + 2 ** 27)
})
