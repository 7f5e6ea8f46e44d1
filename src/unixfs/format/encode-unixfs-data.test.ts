import * as fc from 'fast-check'
import { UnixFS } from 'ipfs-unixfs'
import { describe, expect, it } from 'vitest'
import { unixfsDataLength, writeUnixfsData } from './encode-unixfs-data.ts'
import { UNIXFS_TYPE } from './unixfs-data.ts'
import type { NewUnixfsData } from './unixfs-data.ts'

function encode (data: NewUnixfsData): Uint8Array {
  const out = new Uint8Array(unixfsDataLength(data))
  expect(writeUnixfsData(out, 0, data)).toBe(out.length)
  return out
}

function encodeHex (data: NewUnixfsData): string {
  return Buffer.from(encode(data)).toString('hex')
}

describe('unixfs data', () => {
  it('encodes like Kubo', () => {
    expect(encodeHex({ type: UNIXFS_TYPE.directory })).toBe('0801')
    expect(encodeHex({ type: UNIXFS_TYPE.file, fileSize: 0 })).toBe('08021800')
    // add?mode=0600&mtime=1600000000&mtime-nsecs=123456789 of "hello golden"
    const text = new TextEncoder().encode('hello golden')
    expect(
      encodeHex({
        type: UNIXFS_TYPE.file,
        data: { parts: [text], length: 12 },
        fileSize: 12,
        mode: 0o600,
        mtime: { secs: 1600000000n, nsecs: 123456789 }
      })
    )
      .toBe(Buffer.from('CAISDGhlbGxvIGdvbGRlbhgMOIADQgsIgKD4+gUVFc1bBw', 'base64').toString('hex'))
    // the root of 1000 bytes in ten chunks with mtime=1500000000
    expect(
      encodeHex({
        type: UNIXFS_TYPE.file,
        fileSize: 1000,
        blockSizes: Array(10).fill(100),
        mtime: { secs: 1500000000n, nsecs: 0 }
      })
    )
      .toBe(Buffer.from('CAIY6AcgZCBkIGQgZCBkIGQgZCBkIGQgZEIGCIDeoMsF', 'base64').toString('hex'))
  })

  it('can be read by the ipfs-unixfs package', () => {
    fc.assert(fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 300 }),
      fc.array(fc.maxSafeNat(), { maxLength: 5 }),
      fc.integer({ min: 1, max: 0o7777 }),
      fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }),
      fc.integer({ min: 0, max: 999_999_999 }),
      (bytes, blockSizes, mode, secs, nsecs) => {
        const half = bytes.length >> 1
        const data = { parts: [bytes.subarray(0, half), bytes.subarray(half)], length: bytes.length }
        const read = UnixFS.unmarshal(
          encode({ type: UNIXFS_TYPE.file, data, fileSize: bytes.length, blockSizes, mode, mtime: { secs, nsecs } })
        )

        expect(read.type).toBe('file')
        expect(read.data).toEqual(bytes)
        expect(read.blockSizes).toEqual(blockSizes.map(BigInt))
        expect(read.mode).toBe(mode)
        expect(read.mtime?.secs).toBe(secs)
        expect(read.mtime?.nsecs ?? 0).toBe(nsecs)
      }
    ))
  })

  it('encodes the fields of a HAMT node', () => {
    // type 5, one byte of bitfield, murmur3, width 256
    expect(
      encodeHex({
        type: UNIXFS_TYPE.hamtShard,
        data: { parts: [Uint8Array.of(5)], length: 1 },
        hashType: 0x22,
        fanout: 256
      })
    ).toBe('08051201052822308002')
  })
})
