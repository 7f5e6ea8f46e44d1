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
  /** blocks up to this many bytes become part of their CID (go-cidutil `inline.go`); none when undefined */
  inlineLimit?: number
}

/** Names blocks. */
export class CidBuilder {
  readonly #options: CidOptions
  /** where leaves are put together to be hashed: hashing takes a copy of what it is given before it returns */
  #leaf = new Uint8Array(0)

  constructor (options: CidOptions) {
    this.#options = options
  }

  /**
   * The CID of a block. Raw leaves below a version 0 root have version 1, as have inlined blocks.
   *
   * @throws HashNotAllowedError as the store of Kubo does for such a CID
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
   * The CID of the leaf of dag-pb of a content (`leafOf`), for which no block is made: memory for each would take as
   * long as hashing it. @throws as `sum`
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

/** Are the block's bytes inside of its CID, so that it is never stored? */
export function isInlined (cid: CID): boolean {
  return cid.multihash.code === HASH.identity
}
