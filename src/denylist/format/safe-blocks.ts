import { HASH } from '../../cid/codes/multiformat-codes.ts'
import { hashSync } from '../../cid/hash/hash.ts'
import { multihashKey } from '../../cid/hash/multihash-key.ts'

/** Bytes of empty content: no bytes, a UnixFS directory, a UnixFS file, and empty maps of dag-cbor and dag-json. */
const EMPTY = [[], [10, 2, 8, 1], [10, 4, 8, 2, 24, 0], [0xa0], [0x7b, 0x7d]]

let keys: Set<string> | undefined

/**
 * Returns whether a multihash is that of an empty block or directory, also inlined. Rules for one are ignored, as in
 * nopfs: they would break applications, which have such blocks everywhere.
 */
export function isSafeBlock (multihash: Uint8Array): boolean {
  keys ??= new Set(
    EMPTY.flatMap((bytes) =>
      [HASH.sha2_256, HASH.identity].map((code) => multihashKey(hashSync(Uint8Array.from(bytes), code).bytes))
    )
  )
  return keys.has(multihashKey(multihash))
}
