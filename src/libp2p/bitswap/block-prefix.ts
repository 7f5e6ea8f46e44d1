import type { CID } from 'multiformats/cid'
import { hash } from '../../cid/hash.ts'
import { concatBytes } from '../../bytes/concat-bytes.ts'
import { varintBytes } from '../../bytes/varint.ts'
import { readVarint } from '../../go/varint.ts'
import { multihashKey } from '../../cid/multihash-key.ts'

/** A CID without its digest: version, codec, hash function and length of the digest, each a varint. */
export function prefixOf ({ version, code, multihash }: CID): Uint8Array {
  return concatBytes([version, code, multihash.code, multihash.size].map(varintBytes))
}

/** The `multihashKey` of a block that came with its prefix: what it is is known only by hashing it. @throws an Error for a prefix that is none, or a hash function that is not known */
export async function keyOf ({ prefix, data }: { prefix: Uint8Array, data: Uint8Array }): Promise<string> {
  let at = 0

  const [, , code, length] = [0, 1, 2, 3].map(() => {
    const { value, next } = readVarint(prefix, at)
    at = next
    return value
  })

  return multihashKey((await hash(data, code, length)).bytes)
}
