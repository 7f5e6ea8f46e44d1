import { HASH } from '../codes/multiformat-codes.ts'

const SHA2_256_BYTES = 32
const V0_BYTES = 2 + SHA2_256_BYTES

/**
 * Returns whether the bytes from `start` to `end` are a CID in one of the two common forms: version 0, or version 1
 * with a codec, a hash function and a length of one byte each. Other bytes may still be a valid CID.
 */
export function isCommonCid (bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start

  if (bytes[start] === HASH.sha2_256) {
    return bytes[start + 1] === SHA2_256_BYTES && length === V0_BYTES
  }

  return length >= 4 && bytes[start] === 1 && bytes[start + 1] < 0x80 && bytes[start + 2] < 0x80 &&
    bytes[start + 3] < 0x80 && length === 4 + bytes[start + 3]
}
