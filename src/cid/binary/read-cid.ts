import { CID } from 'multiformats/cid'
import { Digest } from 'multiformats/hashes/digest'
import { CODEC, HASH } from '../codes/multiformat-codes.ts'

const SHA2_256_BYTES = 32
const V0_BYTES = 2 + SHA2_256_BYTES

/**
 * Reads the CID in `bytes` from `start` to `end`. Ignores bytes after it, as go-cid's `CidFromBytes` does. The CID owns
 * a copy, so that it does not retain the block (or the segment) that it was read from.
 *
 * @throws an Error if there is no valid CID
 */
export function readCid (bytes: Uint8Array, start = 0, end = bytes.length): CID {
  const own = bytes.slice(start, end)

  if (!isCommonCid(own, 0, own.length)) {
    return CID.decodeFirst(own)[0]
  }

  return own[0] === 1
    ? new CID(1, own[1], new Digest(own[2], own[3], own.subarray(4), own.subarray(2)), own)
    : new CID(0, CODEC.dagPb, new Digest(HASH.sha2_256, SHA2_256_BYTES, own.subarray(2), own), own)
}

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
