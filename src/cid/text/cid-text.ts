import { base58btc } from 'multiformats/bases/base58'
import type { MultibaseEncoder } from 'multiformats/bases/interface'
import { HASH, MULTIBASE } from '../codes/multiformat-codes.ts'
import { base32Text } from '../multibase/base32-text.ts'

const BASE58 = Array.from({ length: 58 }, (_, digit) => base58btc.baseEncode(Uint8Array.of(digit)).charCodeAt(0))

/** What the bytes of a CIDv0, a SHA2-256 with its two bytes in front, have in base 58. */
const V0_DIGITS = 46

/** Digits are worked out five at a time. */
const GROUP_DIGITS = 5
const GROUP = 58 ** GROUP_DIGITS
const GROUPS = Math.ceil(V0_DIGITS / GROUP_DIGITS)
const groups = new Float64Array(GROUPS)
const chars = new Array<number>(V0_DIGITS).fill(0)

/**
 * The text of a CID as `toString` gives it. That remembers the text of every CID in a WeakMap, which only a full
 * garbage collection empties: of a hundred thousand CIDs of a list that is tens of megabytes.
 *
 * @param cid - or its bytes
 * @param base - of a CIDv1; base32 when left out
 */
export function cidText ({ bytes }: { bytes: Uint8Array }, base?: MultibaseEncoder<string>): string {
  if (bytes[0] === HASH.sha2_256) {
    return v0Text(bytes)
  }

  return base == null ? MULTIBASE.base32 + base32Text(bytes) : base.encode(bytes)
}

/** As `base58btc.baseEncode`, which adds character to character: of a CID that is more than a kilobyte of the heap. */
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
