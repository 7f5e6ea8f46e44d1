import { describe, expect, it } from 'vitest'
import { hashCodeByName } from './hash-names.ts'

describe('hashCodeByName', () => {
  it.each([['sha2-256', 0x12], ['identity', 0], ['sha3', 0x14], ['blake2b-256', 0xb220], ['blake3', 0x1e], [
    'sha2-256-trunc254-padded',
    0x1012
  ], ['x11', 0x1100]])('knows %s', (name, code) => {
    expect(hashCodeByName(name)).toBe(code)
  })

  it.each(['nosuch', '', 'SHA2-256', 'sha2-384', 'sha2-512-256', 'toString'])('does not know %j, like Kubo', (name) => {
    expect(hashCodeByName(name)).toBeUndefined()
  })
})
