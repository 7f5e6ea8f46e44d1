import { base58btc } from 'multiformats/bases/base58'
import type { MultibaseEncoder } from 'multiformats/bases/interface'
import { HASH, MULTIBASE } from '../codes/multiformat-codes.ts'
import { base32Text } from '../multibase/base32-text.ts'

const BASE58 = Array.from({ length: 58 }, (_, digit) => base58btc.baseEncode(Uint8Array.of(digit)).charCodeAt(0))

/** The number of base58 digits of a CIDv0, a SHA2-256 multihash of 34 bytes. */
const V0_DIGITS = 46

/** The number of digits that are computed together. */
const GROUP_DIGITS = 5
const GROUP = 58 ** GROUP_DIGITS
const GROUPS = Math.ceil(V0_DIGITS / GROUP_DIGITS)
const groups = new Float64Array(GROUPS)
const chars = new Array<number>(V0_DIGITS).fill(0)

/**
 * Formats a CID as `toString` does, but without its cache. That cache has the text of every CID in a WeakMap, which
 * only a full garbage collection empties: tens of megabytes for a list of a hundred thousand CIDs.
 *
 * @param cid - a CID, or an object with its bytes
 * @param base - the base of a CIDv1; base32 by default
 */
export function cidText ({ bytes }: { bytes: Uint8Array }, base?: MultibaseEncoder<string>): string {
  if (bytes[0] === HASH.sha2_256) {
    return v0Text(bytes)
  }

  return base == null ? MULTIBASE.base32 + base32Text(bytes) : base.encode(bytes)
}

/**
 * Formats a CIDv0 as `base58btc.baseEncode` does. That function appends single characters, which allocates more than a
 * kilobyte per CID.
 */
function v0Text (bytes: Uint8Array): string {
  groups.fill(0)

  for (let i = 0; i < bytes.length; i += 2) {
    let carry = bytes[i] * 256 + bytes[i + 1]

    for (let at = GROUPS; at-- > 0;) {
      carry += groups[at] * 65536
      const over = Math.floor(carry / GROUP)
      groups[at] = carry - over * GROUP
      carry = over
    }
  }

  for (let at = V0_DIGITS, group = GROUPS, left = 0; at-- > 0;) {
    if ((V0_DIGITS - 1 - at) % GROUP_DIGITS === 0) {
      left = groups[--group]
    }

    chars[at] = BASE58[left % 58]
    left = Math.floor(left / 58)
  }

  return String.fromCharCode.apply(null, chars)
}
