import { createHash } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import { isAllowedHash } from './allowed-hash.ts'
import { hashByName, hashFunctions } from './hashes.ts'

const ABC = new TextEncoder().encode('abc')
const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/**
 * Published digests of the three bytes "abc". A library that computes another function under one of these names would
 * store blocks under wrong CIDs, so each function has a known answer that no code of this project produced.
 */
const KNOWN_ANSWERS: ReadonlyArray<[name: string, source: string, digest: string]> = [
  ['sha1', 'FIPS 180-4', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
  ['sha2-224', 'FIPS 180-4', '23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7'],
  ['sha2-256', 'FIPS 180-4', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'sha2-384',
    'FIPS 180-4',
    'cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7'
  ],
  [
    'sha2-512',
    'FIPS 180-4',
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a' +
    '2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f'
  ],
  ['sha2-512-224', 'FIPS 180-4', '4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa'],
  ['sha2-512-256', 'FIPS 180-4', '53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23'],
  ['dbl-sha2-256', 'FIPS 180-4, applied twice', '4f8b42c22dd3729b519ba6f68d2da7cc5b2d606d05daed5ad5128cc03e6c6358'],
  ['sha3-224', 'FIPS 202', 'e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf'],
  ['sha3-256', 'FIPS 202', '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532'],
  [
    'sha3-384',
    'FIPS 202',
    'ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25'
  ],
  [
    'sha3-512',
    'FIPS 202',
    'b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e' +
    '10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0'
  ],
  ['shake-128', 'FIPS 202, 256 bits', '5881092dd818bf5cf8a3ddb793fbcba74097d5c526a6d35f97b83351940f2cc8'],
  [
    'shake-256',
    'FIPS 202, 512 bits',
    '483366601360a8771c6863080cc4114d8db44530f8f1e1ee4f94ea37e78b5739' +
    'd5a15bef186a5386c75744c0527e1faa9f8726e462a12a4feb06bd8801e751e4'
  ],
  ['keccak-224', 'PyCryptodome 3.23', 'c30411768506ebe1c2871b1ee2e87d38df342317300a9b97a95ec6a8'],
  ['keccak-256', 'PyCryptodome 3.23', '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
  [
    'keccak-384',
    'PyCryptodome 3.23',
    'f7df1165f033337be098e7d288ad6a2f74409d7a60b49c36642218de161b1f99f8c681e4afaf31a34db29fb763e3c28e'
  ],
  [
    'keccak-512',
    'PyCryptodome 3.23',
    '18587dc2ea106b9a1563e32b3312421ca164c7f1f07bc922a9c83d77cea3a1e5' +
    'd0c69910739025372dc14ac9642629379540c17e2a65b19d77aa511a9d00bb96'
  ],
  ['blake3', 'BLAKE3 reference implementation', '6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85'],
  ['murmur3-x64-64', 'mmh3 (SMHasher), first 64 of 128 bits, big-endian', 'b4963f3f3fad7867'],
  ['md5', 'RFC 1321', '900150983cd24fb0d6963f7d28e17f72'],
  [
    'blake2b-512',
    'RFC 7693, appendix A',
    'ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1' +
    '7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923'
  ],
  ['blake2s-256', 'RFC 7693, appendix B', '508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982']
]

/**
 * SHA-256 of the concatenated digests of "abc" of all lengths of a BLAKE2 family, the shortest first; computed by
 * Python's hashlib (BLAKE2 reference implementation).
 */
const BLAKE2_FAMILIES: ReadonlyArray<[family: string, sizes: number, digest: string]> = [
  ['blake2b', 64, '9d1cdef0b728145136303c3d27212397502c10036c04beee860a12d3bdc6c8d0'],
  ['blake2s', 32, '6866e62e30160d70773053e540cb7050eaeb86aea495ac93079cd424e7f4c3a9']
]

describe('known answers', () => {
  test.each(KNOWN_ANSWERS)('%s of "abc" (%s)', (name, _source, digest) => {
    expect(toHex(hashByName(name)!.digest(ABC))).toBe(digest)
  })

  test.each(BLAKE2_FAMILIES)('%s of "abc" in all %i lengths', (family, sizes, digest) => {
    const all = createHash('sha256')

    for (let size = 1; size <= sizes; size++) {
      all.update(hashByName(`${family}-${size * 8}`)!.digest(ABC))
    }

    expect(all.digest('hex')).toBe(digest)
  })

  it('cover every function but identity', () => {
    const isCovered = (name: string): boolean =>
      KNOWN_ANSWERS.some(([known]) => known === name) || BLAKE2_FAMILIES.some(([family]) => name.startsWith(family))

    expect(hashFunctions.map(({ name }) => name).filter((name) => !isCovered(name))).toEqual(['identity'])
  })

  it('return the input for the identity function', () => {
    expect(hashByName('identity')!.digest(ABC)).toEqual(ABC)
  })
})

describe('the table of hash functions', () => {
  it('has the code and digest length of the multicodec table for each name', () => {
    const table = hashFunctions
      .filter(({ name }) => !name.startsWith('blake2'))
      .map(({ name, code, length }) => `${name} 0x${code.toString(16)} ${length}`)

    expect(table).toEqual([
      'identity 0x0 -1',
      'sha1 0x11 20',
      'sha2-256 0x12 32',
      'sha2-512 0x13 64',
      'sha3-512 0x14 64',
      'sha3-384 0x15 48',
      'sha3-256 0x16 32',
      'sha3-224 0x17 28',
      'shake-128 0x18 32',
      'shake-256 0x19 64',
      'keccak-224 0x1a 28',
      'keccak-256 0x1b 32',
      'keccak-384 0x1c 48',
      'keccak-512 0x1d 64',
      'blake3 0x1e 32',
      'sha2-384 0x20 48',
      'murmur3-x64-64 0x22 8',
      'dbl-sha2-256 0x56 32',
      'md5 0xd5 16',
      'sha2-224 0x1013 28',
      'sha2-512-224 0x1014 28',
      'sha2-512-256 0x1015 32'
    ])
    expect(hashByName('blake2b-512')).toMatchObject({ code: 0xb240, length: 64 })
    expect(hashByName('blake2s-256')).toMatchObject({ code: 0xb260, length: 32 })
  })

  it('returns digests of the length that it names', () => {
    for (const { name, length, digest } of hashFunctions.filter(({ name }) => name !== 'identity')) {
      expect(digest(ABC).length, name).toBe(length)
    }
  })

  it('is allowed for blocks only where boxo allows it (verifcid/allowlist.go)', () => {
    const refused = hashFunctions
      .filter(({ code }) => !isAllowedHash(code))
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('blake2'))

    expect(refused).toEqual([
      'shake-128',
      'sha2-384',
      'murmur3-x64-64',
      'md5',
      'sha2-224',
      'sha2-512-224',
      'sha2-512-256'
    ])
  })

  it('allows no code outside the list of boxo', () => {
    const allowed = Array.from({ length: 0x10000 }, (_, code) => code).filter((code) => isAllowedHash(code))
    const range = (first: number, last: number): number[] =>
      Array.from({ length: last - first + 1 }, (_, i) => first + i)

    expect(allowed).toEqual([
      0x00,
      ...range(0x11, 0x17),
      ...range(0x19, 0x1e),
      0x56,
      ...range(0xb214, 0xb240),
      ...range(0xb254, 0xb260)
    ])
  })
})
