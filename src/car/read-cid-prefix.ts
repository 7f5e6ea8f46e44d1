import { CID } from 'multiformats/cid'
import { Digest } from 'multiformats/hashes/digest'
import { HASH } from '../cid/codes/multiformat-codes.ts'
import { castCid, cidAtStart, InvalidCidError } from '../cid/text/parse-cid.ts'

/** Length of the usual kind of CID: version 1, a codec of one byte, SHA2-256. */
const USUAL_BYTES = 36
const SHA2_256_BYTES = 32

/** A CID at the start of bytes that continue after it. */
export interface CidPrefix {
  /** Has its own copy of the bytes, so that keeping the CID does not keep the input in memory. */
  cid: CID
  /** Length of the CID in bytes. */
  length: number
}

/**
 * Reads the CID at the start of a section.
 *
 * @throws InvalidCidError
 */
export function readCidPrefix (bytes: Uint8Array): CidPrefix {
  if (
    bytes.length >= USUAL_BYTES && bytes[0] === 1 && bytes[1] < 0x80 && bytes[2] === HASH.sha2_256 &&
    bytes[3] === SHA2_256_BYTES
  ) {
    const own = bytes.slice(0, USUAL_BYTES)
    const digest = new Digest(HASH.sha2_256, SHA2_256_BYTES, own.subarray(4), own.subarray(2))
    return { cid: new CID(1, own[1], digest, own), length: USUAL_BYTES }
  }

  let length: number

  try {
    length = cidAtStart(bytes).next
  } catch (err) {
    throw new InvalidCidError((err as Error).message)
  }

  return { cid: castCid(bytes.slice(0, length)), length }
}
