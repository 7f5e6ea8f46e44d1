import { describe, expect, it } from 'vitest'
import { checkHash, isAllowedHash } from './allowed-hash.ts'
import { knownHash } from './hashes.ts'

describe('allowed hashes', () => {
  it('accepts and rejects the same as Kubo', () => {
    const allowed = [
      0x00,
      0x11,
      0x12,
      0x13,
      0x14,
      0x15,
      0x16,
      0x17,
      0x19,
      0x1a,
      0x1e,
      0x56,
      0xb214,
      0xb220,
      0xb240,
      0xb254,
      0xb260
    ]
    const refused = [0x18, 0x20, 0x22, 0xd5, 0x1012, 0xb201, 0xb213, 0xb241, 0xb253, 0xb261]

    expect(allowed.filter((code) => !isAllowedHash(code))).toEqual([])
    expect(refused.filter(isAllowedHash)).toEqual([])
  })

  it('rejects with the messages of Kubo', () => {
    expect(() => checkHash(0xd5, 16)).toThrow(
      expect.objectContaining({
        name: 'HashNotAllowedError',
        message: 'potentially insecure hash functions not allowed'
      })
    )
    expect(() => checkHash(0, 129)).toThrow('digest too large: identity digest got 129 bytes, maximum 128')
    expect(() => checkHash(0, 128)).not.toThrow()
    expect(() => checkHash(0x12, 1000)).not.toThrow()
  })

  it('lists the functions that this node computes', () => {
    expect(() => knownHash(0x1012)).toThrow('unknown multihash code 4114 (0x1012): no such hash registered')
    expect(() => knownHash(0x12)).not.toThrow()
  })
})
