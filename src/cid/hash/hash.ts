import { create } from 'multiformats/hashes/digest'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { HASH } from '../codes/multiformat-codes.ts'
import { knownHash } from './hashes.ts'

/**
 * WebCrypto's names of the hash functions that it supports. It is several times as fast as JavaScript, but each call
 * has a fixed cost.
 */
const WEB_CRYPTO: Record<number, string> = {
  [HASH.sha1]: 'SHA-1',
  [HASH.sha2_256]: 'SHA-256',
  [HASH.sha2_512]: 'SHA-512',
  [HASH.sha2_384]: 'SHA-384'
}

/**
 * Below this size the fixed cost of a WebCrypto call (a task on another thread) exceeds the cost of hashing in
 * JavaScript.
 */
const WEB_CRYPTO_MIN_BYTES = 1024

/**
 * Computes the multihash of `bytes` with the hash function of multicodec `code`.
 *
 * @param length - bytes of the digest to keep (a truncated multihash); the whole digest by default
 * @throws an Error with go-multihash's message if the function is unknown or its digest is too short
 */
export async function hash (
  bytes: Uint8Array,
  code: number = HASH.sha2_256,
  length?: number
): Promise<MultihashDigest> {
  const algorithm = WEB_CRYPTO[code]

  if (algorithm != null && bytes.byteLength >= WEB_CRYPTO_MIN_BYTES) {
    const digest = new Uint8Array(await crypto.subtle.digest(algorithm, bytes as Uint8Array<ArrayBuffer>))
    return create(code, truncateDigest(digest, length))
  }

  return hashSync(bytes, code, length)
}

/** Computes a multihash synchronously, for small inputs and for callers that cannot wait. */
export function hashSync (bytes: Uint8Array, code: number = HASH.sha2_256, length?: number): MultihashDigest {
  const fn = knownHash(code)
  const extended = length != null && length > fn.length && length <= (fn.maxLength ?? 0)
  return create(code, extended ? fn.digest(bytes, length) : truncateDigest(fn.digest(bytes), length))
}

function truncateDigest (digest: Uint8Array, length: number | undefined): Uint8Array {
  if (length == null || length < 0 || length === digest.byteLength) {
    return digest
  }

  if (length > digest.byteLength) {
    throw new Error('requested length was too large for digest')
  }

  return digest.subarray(0, length)
}
