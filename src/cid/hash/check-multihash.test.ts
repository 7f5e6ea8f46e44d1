import { create } from 'multiformats/hashes/digest'
import { expect, it } from 'vitest'
import { checkMultihash } from './check-multihash.ts'

it('rejects weak functions, and digests that are too short or too long, with the messages of Kubo', () => {
  const wrong: Array<[code: number, bytes: number, message: string]> = [
    [0xd5, 16, 'potentially insecure hash functions not allowed'],
    [0x22, 8, 'potentially insecure hash functions not allowed'],
    [0x12, 19, 'digest too small: sha2-256 digest got 19 bytes, minimum 20'],
    [0x12, 0, 'digest too small: sha2-256 digest got 0 bytes, minimum 20'],
    [0x1e, 129, 'digest too large: blake3 digest got 129 bytes, maximum 128'],
    [0x00, 129, 'digest too large: identity digest got 129 bytes, maximum 128']
  ]

  for (const [code, bytes, message] of wrong) {
    expect(() => {
      checkMultihash(create(code, new Uint8Array(bytes)))
    }).toThrow(expect.objectContaining({ name: 'HashNotAllowedError', message }))
  }

  for (const [code, bytes] of [[0x12, 20], [0x12, 32], [0x00, 0], [0x00, 128], [0x1e, 128], [0x11, 20]]) {
    checkMultihash(create(code, new Uint8Array(bytes)))
  }
})
