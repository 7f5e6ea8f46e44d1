import { CID } from 'multiformats/cid'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import type { Block } from '../store/blockstore.ts'
import { hash } from '../cid/hash.ts'
import { hashByCode } from '../cid/hashes.ts'
import { equals } from 'multiformats/bytes'

const IDENTITY = 0x00

/**
 * Resolves when the bytes of a block have the hash that its CID says. How much that is worth, a CID with a cut digest or a
 * weak function, is for `checkMultihash` to say.
 *
 * @throws an Error when they have not or the hash function is unknown; the words are go-car's and go-cid's
 */
export async function verifyBlock ({ cid, bytes }: Block): Promise<void> {
  const { code, size, digest } = cid.multihash
  const fn = hashByCode(code)

  if (fn == null) {
    throw new Error(`invalid cid: unknown multihash code ${code} (0x${code.toString(16)}): no such hash registered`)
  }

  if (code !== IDENTITY && size > fn.length) {
    throw new Error('invalid cid: requested length was too large for digest')
  }

  const actual = await hash(bytes, code, code === IDENTITY ? undefined : size)

  if (!equals(actual.digest, digest)) {
    throw new Error(`mismatch in content integrity, expected: ${cid.toString()}, got: ${withHash(cid, actual).toString()}`)
  }
}

function withHash (cid: CID, hash: MultihashDigest): CID {
  return cid.version === 0 ? CID.createV0(hash as never) : CID.createV1(cid.code, hash)
}
