import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { CODEC, HASH } from '../../../cid/codes/multiformat-codes.ts'
import { checkHash } from '../../../cid/hash/allowed-hash.ts'
import { hash } from '../../../cid/hash/hash.ts'
import { leafLength, writeLeaf } from '../../../ipld/dag-pb/leaf-frame.ts'

export interface CidOptions {
  version: 0 | 1
  /** multicodec code of the hash function */
  hash: number
  /** the maximum size of blocks that are inlined in their CID, in bytes (go-cidutil `inline.go`); undefined for none */
  inlineLimit?: number
}

/** Computes the CIDs of blocks. */
export class CidBuilder {
  readonly #options: CidOptions
  /** a reusable buffer for leaves; safe because hashing copies its input before it returns */
  #leaf = new Uint8Array(0)

  constructor (options: CidOptions) {
    this.#options = options
  }

  /**
   * Returns the CID of a block. Raw leaves below a CIDv0 root and inlined blocks have CIDv1.
   *
   * @throws HashNotAllowedError if Kubo's store rejects the CID
   */
  async sum (codec: typeof CODEC.raw | typeof CODEC.dagPb, bytes: Uint8Array): Promise<CID> {
    const { version, hash: code, inlineLimit } = this.#options

    if (bytes.length <= (inlineLimit ?? -1)) {
      return identityCid(codec, bytes)
    }

    checkHash(code, bytes.length)
    const digest = await hash(bytes, code)

    return version === 0 && codec === CODEC.dagPb
      ? CID.createV0(digest as MultihashDigest<typeof HASH.sha2_256>)
      : CID.createV1(codec, digest)
  }

  /**
   * Returns the CID of the dag-pb leaf of a payload (`leafOf`) without allocating the block, which would take as long
   * as hashing it.
   *
   * @throws HashNotAllowedError if Kubo's store rejects the CID
   */
  sumLeaf (content: Uint8Array): Promise<CID> {
    const length = leafLength(content.length)

    if (this.#leaf.length < length) {
      this.#leaf = new Uint8Array(length)
    }

    const bytes = this.#leaf.subarray(0, length)
    writeLeaf(bytes, content)
    return this.sum(CODEC.dagPb, length <= (this.#options.inlineLimit ?? -1) ? bytes.slice() : bytes)
  }
}

function identityCid (codec: number, bytes: Uint8Array): CID {
  checkHash(HASH.identity, bytes.length)
  return CID.createV1(codec, create(HASH.identity, bytes))
}

/** Returns whether the CID contains the bytes of the block, which is then never stored. */
export function isInlined (cid: CID): boolean {
  return cid.multihash.code === HASH.identity
}
