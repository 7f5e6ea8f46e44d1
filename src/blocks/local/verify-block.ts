import { equals } from 'multiformats/bytes'
import { CID } from 'multiformats/cid'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { HASH } from '../../cid/codes/multiformat-codes.ts'
import { hash } from '../../cid/hash/hash.ts'
import { hashByCode } from '../../cid/hash/hashes.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'

/**
 * Verifies the hash of a block. Weak hash functions and truncated digests are the responsibility of `checkMultihash`.
 *
 * @throws an Error if the hash differs or the hash function is unknown; messages of go-car and go-cid
 */
export async function verifyBlock ({ cid, bytes }: Block): Promise<void> {
  const { code, size, digest } = cid.multihash
  const fn = hashByCode(code)

  if (fn == null) {
    throw new Error(`invalid cid: unknown multihash code ${code} (0x${code.toString(16)}): no such hash registered`)
  }

  if (code !== HASH.identity && size > fn.length) {
    throw new Error('invalid cid: requested length was too large for digest')
  }

  const actual = await hash(bytes, code, code === HASH.identity ? undefined : size)

  if (!equals(actual.digest, digest)) {
    throw new Error(
      `mismatch in content integrity, expected: ${cid.toString()}, got: ${withHash(cid, actual).toString()}`
    )
  }
}

function withHash (cid: CID, hash: MultihashDigest): CID {
  return cid.version === 0 ? CID.createV0(hash as never) : CID.createV1(cid.code, hash)
}
