import type { CID } from 'multiformats/cid'
import { concatBytes } from '../../bytes/concat-bytes.ts'
import { varintBytes } from '../../bytes/protobuf/varint.ts'
import { hash } from '../../cid/hash/hash.ts'
import { multihashKey } from '../../cid/hash/multihash-key.ts'
import { readVarint } from '../../go/numbers/varint.ts'

/** Encodes a CID without its digest: version, codec, hash function and digest length, as varints. */
export function prefixOf ({ version, code, multihash }: CID): Uint8Array {
  return concatBytes([version, code, multihash.code, multihash.size].map(varintBytes))
}

/**
 * Returns the `multihashKey` of a block that came with its prefix, by hashing it.
 *
 * @throws an Error for an invalid prefix or an unknown hash function
 */
export async function wantKeyOf ({ prefix, data }: { prefix: Uint8Array; data: Uint8Array }): Promise<string> {
  let at = 0

  const [, , code, length] = [0, 1, 2, 3].map(() => {
    const { value, next } = readVarint(prefix, at)
    at = next
    return value
  })

  return multihashKey((await hash(data, code, length)).bytes)
}
