import { base58btc } from 'multiformats/bases/base58'
import type { MultibaseEncoder } from 'multiformats/bases/interface'
import type { CID } from 'multiformats/cid'
import { base32Text } from './multibase/base32-text.ts'

const BASE58 = Array.from({ length: 58 }, (_, digit) => base58btc.baseEncode(Uint8Array.of(digit)).charCodeAt(0))

/** What the bytes of a CIDv0, a SHA2-256 with its two bytes in front, have in base 58. */
const V0_DIGITS = 46
const digits = new Uint8Array(V0_DIGITS)

/**
 * The text of a CID as `toString` gives it. That remembers the text of every CID in a WeakMap, which only a full garbage
 * collection empties: of a hundred thousand CIDs of a list that is tens of megabytes.
 *
 * @param base - of a CIDv1; base32 when left out
 */
export function cidText ({ version, bytes }: CID, base?: MultibaseEncoder<string>): string {
  if (version === 0) {
    return v0Text(bytes)
  }

  return base == null ? `b${base32Text(bytes)}` : base.encode(bytes)
}

/** As `base58btc.baseEncode`, which adds character to character: of a CID that is more than a kilobyte of the heap. */
function v0Text (bytes: Uint8Array): string {
  digits.fill(0)

  for (let carry of bytes) {
    for (let at = V0_DIGITS; at-- > 0;) {
      carry += digits[at] * 256
      digits[at] = carry % 58
      carry = carry / 58 | 0
    }
  }

  return String.fromCharCode(...digits.map((digit) => BASE58[digit]))
}
