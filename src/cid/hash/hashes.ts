import { blake2b, blake2s } from '@noble/hashes/blake2.js'
import { blake3 } from '@noble/hashes/blake3.js'
import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from '@noble/hashes/sha2.js'
import {
  keccak_224,
  keccak_256,
  keccak_384,
  keccak_512,
  sha3_224,
  sha3_256,
  sha3_384,
  sha3_512,
  shake128,
  shake256
} from '@noble/hashes/sha3.js'
import { HASH } from '../codes/multiformat-codes.ts'
import { murmur3x64 } from './murmur3.ts'

/** A hash function of the multihash table. */
export interface HashFunction {
  name: string
  code: number
  /** digest length in bytes; -1 for any length (identity) */
  length: number
  /** the maximum digest length in bytes, if a digest longer than `length` is possible */
  maxLength?: number
  /** computes the digest; `length` requests another digest length and requires a `maxLength` */
  digest: (bytes: Uint8Array, length?: number) => Uint8Array
}

// The table calls the functions through closures: a worker evaluates their packages at first use
// (docs/internals/build.md).
function hashEntry (name: string, code: number, length: number, digest: HashFunction['digest']): HashFunction {
  return { name, code, length, digest }
}

/** Returns the members of a BLAKE2 family, in steps of 8 bits, as in the multicodec table. */
function blake2 (
  family: 'blake2b' | 'blake2s',
  hash: (bytes: Uint8Array, opts: { dkLen: number }) => Uint8Array,
  first: number,
  maxBytes: number
): HashFunction[] {
  return Array.from({ length: maxBytes }, (_, i) => {
    const size = i + 1
    return hashEntry(`${family}-${size * 8}`, first + i, size, (bytes) => hash(bytes, { dkLen: size }))
  })
}

/** All hash functions that go-multihash registers by default and has a name for, in the order of their codes. */
export const hashFunctions: readonly HashFunction[] = [
  hashEntry('identity', HASH.identity, -1, (bytes) => bytes),
  hashEntry('sha1', HASH.sha1, 20, (bytes) => sha1(bytes)),
  hashEntry('sha2-256', HASH.sha2_256, 32, (bytes) => sha256(bytes)),
  hashEntry('sha2-512', HASH.sha2_512, 64, (bytes) => sha512(bytes)),
  hashEntry('sha3-512', HASH.sha3_512, 64, (bytes) => sha3_512(bytes)),
  hashEntry('sha3-384', HASH.sha3_384, 48, (bytes) => sha3_384(bytes)),
  hashEntry('sha3-256', HASH.sha3_256, 32, (bytes) => sha3_256(bytes)),
  hashEntry('sha3-224', HASH.sha3_224, 28, (bytes) => sha3_224(bytes)),
  hashEntry('shake-128', HASH.shake128, 32, (bytes) => shake128(bytes, { dkLen: 32 })),
  hashEntry('shake-256', HASH.shake256, 64, (bytes) => shake256(bytes, { dkLen: 64 })),
  hashEntry('keccak-224', HASH.keccak224, 28, (bytes) => keccak_224(bytes)),
  hashEntry('keccak-256', HASH.keccak256, 32, (bytes) => keccak_256(bytes)),
  hashEntry('keccak-384', HASH.keccak384, 48, (bytes) => keccak_384(bytes)),
  hashEntry('keccak-512', HASH.keccak512, 64, (bytes) => keccak_512(bytes)),
  { ...hashEntry('blake3', HASH.blake3, 32, (bytes, length = 32) => blake3(bytes, { dkLen: length })), maxLength: 128 },
  hashEntry('sha2-384', HASH.sha2_384, 48, (bytes) => sha384(bytes)),
  hashEntry('murmur3-x64-64', HASH.murmur3x64, 8, murmur3x64),
  hashEntry('dbl-sha2-256', HASH.doubleSha2_256, 32, (bytes) => sha256(sha256(bytes))),
  hashEntry('md5', HASH.md5, 16, (bytes) => md5(bytes)),
  hashEntry('sha2-224', HASH.sha2_224, 28, (bytes) => sha224(bytes)),
  hashEntry('sha2-512-224', HASH.sha2_512_224, 28, (bytes) => sha512_224(bytes)),
  hashEntry('sha2-512-256', HASH.sha2_512_256, 32, (bytes) => sha512_256(bytes)),
  ...blake2('blake2b', (bytes, opts) => blake2b(bytes, opts), HASH.blake2b8, 64),
  ...blake2('blake2s', (bytes, opts) => blake2s(bytes, opts), HASH.blake2s8, 32)
]

const byCode = new Map(hashFunctions.map((hash) => [hash.code, hash]))
const byName = new Map(hashFunctions.map((hash) => [hash.name, hash]))

/** Returns the function with a multicodec code; undefined if it is not implemented. */
export function hashByCode (code: number): HashFunction | undefined {
  return byCode.get(code)
}

/**
 * Returns the function with a multicodec code.
 *
 * @throws an Error with go-multihash's message if it is not implemented (some functions have only a name)
 */
export function knownHash (code: number): HashFunction {
  const fn = hashByCode(code)

  if (fn == null) {
    throw new Error(`unknown multihash code ${code} (0x${code.toString(16)}): no such hash registered`)
  }

  return fn
}

/** Returns the function with a name of the multihash table; undefined if it is not implemented. */
export function hashByName (name: string): HashFunction | undefined {
  return byName.get(name)
}
