import fc from 'fast-check'
import { base58btc } from 'multiformats/bases/base58'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { expect, test } from 'vitest'
import { cidText } from './cid-text.ts'

const digest = fc.oneof(
  fc.uint8Array({ minLength: 32, maxLength: 32 }),
  fc.constantFrom(0, 255).map((byte) => new Uint8Array(32).fill(byte))
).map((bytes) => create(0x12, bytes))

test('the text of a CID equals its toString()', () => {
  fc.assert(fc.property(digest, (digest) => {
    expect(cidText(CID.createV0(digest))).toBe(CID.createV0(digest).toString())
    expect(cidText(CID.createV1(0x55, digest))).toBe(CID.createV1(0x55, digest).toString())
    expect(cidText(CID.createV1(0x71, digest), base58btc)).toBe(CID.createV1(0x71, digest).toString(base58btc))
  }))
})
