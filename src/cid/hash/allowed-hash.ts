const IDENTITY = 0x00
const MAX_IDENTITY_DIGEST_BYTES = 128

/**
 * shake-256, dbl-sha2-256, blake3, the SHA-2 and SHA-3 and Keccak families, and SHA-1 for git (boxo
 * `verifcid/allowlist.go`)
 */
const ALLOWED = new Set([IDENTITY, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x19, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x56])

// BLAKE2 of 160 bits and more
const BLAKE2B_160 = 0xb214
const BLAKE2B_512 = 0xb240
const BLAKE2S_160 = 0xb254
const BLAKE2S_256 = 0xb260

/** May blocks be named with this hash function? */
export function isAllowedHash (code: number): boolean {
  return ALLOWED.has(code) || (code >= BLAKE2B_160 && code <= BLAKE2B_512) ||
    (code >= BLAKE2S_160 && code <= BLAKE2S_256)
}

/** A hash function or digest that IPFS does not accept (boxo `verifcid/cid.go`). The message is Kubo's. */
export class HashNotAllowedError extends Error {
  static override name = 'HashNotAllowedError'
  override name = 'HashNotAllowedError'
}

/** @throws HashNotAllowedError when a block may not have this multihash */
export function checkHash (code: number, digestBytes: number): void {
  if (!isAllowedHash(code)) {
    throw new HashNotAllowedError('potentially insecure hash functions not allowed')
  }

  if (code === IDENTITY && digestBytes > MAX_IDENTITY_DIGEST_BYTES) {
    throw new HashNotAllowedError(
      `digest too large: identity digest got ${digestBytes} bytes, maximum ${MAX_IDENTITY_DIGEST_BYTES}`
    )
  }
}
