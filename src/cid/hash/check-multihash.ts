import type { MultihashDigest } from 'multiformats/hashes/interface'
import { HASH } from '../codes/multiformat-codes.ts'
import { checkHash, HashNotAllowedError } from './allowed-hash.ts'
import { hashName } from './hash-names.ts'

const MIN_DIGEST_BYTES = 20
const MAX_DIGEST_BYTES = 128

/**
 * Checks that blocks may use a multihash: a secure hash function and a long enough digest (boxo `verifcid`).
 *
 * @throws HashNotAllowedError
 */
export function checkMultihash ({ code, size }: MultihashDigest): void {
  checkHash(code, size)

  if (code !== HASH.identity && size < MIN_DIGEST_BYTES) {
    throw new HashNotAllowedError(
      `digest too small: ${hashLabel(code)} digest got ${size} bytes, minimum ${MIN_DIGEST_BYTES}`
    )
  }

  if (size > MAX_DIGEST_BYTES) {
    throw new HashNotAllowedError(
      `digest too large: ${hashLabel(code)} digest got ${size} bytes, maximum ${MAX_DIGEST_BYTES}`
    )
  }
}

function hashLabel (code: number): string {
  return hashName(code) ?? `unknown(${code})`
}
