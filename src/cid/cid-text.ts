import { base58btc } from 'multiformats/bases/base58'
import type { MultibaseEncoder } from 'multiformats/bases/interface'
import type { CID } from 'multiformats/cid'
import { base32Text } from './multibase/base32-text.ts'

/**
 * The text of a CID as `toString` gives it. That remembers the text of every CID in a WeakMap, which only a full garbage
 * collection empties: of a hundred thousand CIDs of a list that is tens of megabytes.
 *
 * @param base - of a CIDv1; base32 when left out
 */
export function cidText ({ version, bytes }: CID, base?: MultibaseEncoder<string>): string {
  if (version === 0) {
    return base58btc.baseEncode(bytes)
  }

  return base == null ? `b${base32Text(bytes)}` : base.encode(bytes)
}
