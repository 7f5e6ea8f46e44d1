import { base32 } from 'multiformats/bases/base32'
import { base58btc } from 'multiformats/bases/base58'
import type { MultibaseEncoder } from 'multiformats/bases/interface'
import type { CID } from 'multiformats/cid'

/**
 * The text of a CID as `toString` gives it. That remembers the text of every CID in a WeakMap, which only a full garbage
 * collection empties: of a hundred thousand CIDs of a list that is tens of megabytes.
 *
 * @param base - of a CIDv1; base32 when left out
 */
export function cidText ({ version, bytes }: CID, base: MultibaseEncoder<string> = base32): string {
  return version === 0 ? base58btc.baseEncode(bytes) : base.encode(bytes)
}
