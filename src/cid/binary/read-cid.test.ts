import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { describe, expect, it } from 'vitest'
import { CODEC, HASH } from '../codes/multiformat-codes.ts'
import { isCommonCid, readCid } from './read-cid.ts'

const sha2 = create(HASH.sha2_256, new Uint8Array(32).fill(7))
const DAG_JSON = 0x0129
const BLAKE2B_256 = 0xb220

const COMMON: Array<[string, CID]> = [
  ['version 0', CID.createV0(sha2)],
  ['version 1', CID.createV1(CODEC.raw, sha2)],
  ['an empty identity hash', CID.createV1(CODEC.raw, create(HASH.identity, new Uint8Array()))]
]
const OTHERS: Array<[string, CID]> = [
  ['a codec of two bytes', CID.createV1(DAG_JSON, sha2)],
  ['a hash function of three bytes', CID.createV1(CODEC.raw, create(BLAKE2B_256, new Uint8Array(32).fill(9)))],
  ['a digest of more than 127 bytes', CID.createV1(CODEC.raw, create(HASH.identity, new Uint8Array(200).fill(5)))]
]

describe('readCid', () => {
  it.each([...COMMON, ...OTHERS])('reads a CID with %s', (_, cid) => {
    const read = readCid(cid.bytes)
    expect([read.version, read.code, read.multihash.code, read.multihash.digest]).toEqual([
      cid.version,
      cid.code,
      cid.multihash.code,
      cid.multihash.digest
    ])
    expect(read.multihash.bytes).toEqual(cid.multihash.bytes)
    expect(String(read)).toBe(String(cid))
    expect(read.equals(cid)).toBe(true)
  })

  it.each([...COMMON, ...OTHERS])('reads a CID with %s between other bytes, into bytes of its own', (_, cid) => {
    const bytes = Uint8Array.of(1, 2, ...cid.bytes, 3)
    const read = readCid(bytes, 2, bytes.length - 1)
    bytes.fill(0)
    expect(String(read)).toBe(String(cid))
  })

  it('ignores bytes after a CID', () => {
    for (const [, cid] of [...COMMON, ...OTHERS]) {
      expect(String(readCid(Uint8Array.of(...cid.bytes, 1, 2)))).toBe(String(cid))
    }
  })

  it.each([['nothing', []], ['half a CID', [1, 0x55, 0x12, 32, 7]], ['an unknown version', [2, 0x55, 0, 0]]])(
    'throws for %s',
    (_, bytes) => {
      expect(() => readCid(Uint8Array.from(bytes))).toThrow()
    }
  )
})

describe('isCommonCid', () => {
  it('recognizes the two common forms, of exactly their length', () => {
    for (const [name, cid] of COMMON) {
      expect(isCommonCid(cid.bytes, 0, cid.bytes.length), name).toBe(true)
      expect(isCommonCid(Uint8Array.of(...cid.bytes, 0), 0, cid.bytes.length + 1), name).toBe(false)
      expect(isCommonCid(cid.bytes, 0, cid.bytes.length - 1), name).toBe(false)
    }
    for (const [name, cid] of OTHERS) {
      expect(isCommonCid(cid.bytes, 0, cid.bytes.length), name).toBe(false)
    }
  })
})
