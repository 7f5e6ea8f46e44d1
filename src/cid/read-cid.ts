import { CID } from 'multiformats/cid'
import { Digest } from 'multiformats/hashes/digest'

const V0_BYTES = 34

/**
 * The CID in `bytes` from `start` to `end`; bytes behind it are let pass, as go-cid's `CidFromBytes` does.
 * The CID owns a copy, so that keeping it does not keep the block (or the segment) that it was read from.
 *
 * @throws an Error when there is none
 */
export function readCid (bytes: Uint8Array, start = 0, end = bytes.length): CID {
  const own = bytes.slice(start, end)
  const version = own[0]

  // the two forms that nearly all links have; anything else takes the general and slower way
  if (version === 0x12 && own[1] === 0x20 && own.length === V0_BYTES) {
    return new CID(0, 0x70, new Digest(0x12, 0x20, own.subarray(2), own), own)
  }

  if (version === 1 && own[1] < 0x80 && own[2] < 0x80 && own[3] < 0x80 && own.length === 4 + own[3]) {
    return new CID(1, own[1], new Digest(own[2], own[3], own.subarray(4), own.subarray(2)), own)
  }

  return CID.decodeFirst(own)[0]
}
