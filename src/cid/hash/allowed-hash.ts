import { defineError } from '../../errors/define-error.ts'
import { HASH } from '../codes/multiformat-codes.ts'

const MAX_IDENTITY_DIGEST_BYTES = 128

/**
 * Allowed hash functions: shake-256, dbl-sha2-256, blake3, the SHA-2, SHA-3 and Keccak families, and SHA-1 for git
 * (boxo `verifcid/allowlist.go`).
 */
const ALLOWED = new Set<number>([
  HASH.identity,
  HASH.sha1,
  HASH.sha2_256,
  HASH.sha2_512,
  HASH.sha3_512,
  HASH.sha3_384,
  HASH.sha3_256,
  HASH.sha3_224,
  HASH.shake256,
  HASH.keccak224,
  HASH.keccak256,
  HASH.keccak384,
  HASH.keccak512,
  HASH.blake3,
  HASH.doubleSha2_256
])

/** Returns whether blocks may use this hash function. BLAKE2 needs at least 160 bits. */
export function isAllowedHash (code: number): boolean {
  return ALLOWED.has(code) || (code >= HASH.blake2b160 && code <= HASH.blake2b512) ||
    (code >= HASH.blake2s160 && code <= HASH.blake2s256)
}

/** A hash function or digest that IPFS does not accept (boxo `verifcid/cid.go`). The message is Kubo's. */
export class HashNotAllowedError extends defineError('HashNotAllowedError') {}

/**
 * Checks the hash function and the digest length of a block.
 *
 * @throws HashNotAllowedError if they are not allowed
 */
export function checkHash (code: number, digestBytes: number): void {
  if (!isAllowedHash(code)) {
    throw new HashNotAllowedError('potentially insecure hash functions not allowed')
  }

  if (code === HASH.identity && digestBytes > MAX_IDENTITY_DIGEST_BYTES) {
    throw new HashNotAllowedError(
      `digest too large: identity digest got ${digestBytes} bytes, maximum ${MAX_IDENTITY_DIGEST_BYTES}`
    )
  }
}
