import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { checkHash } from '../../../cid/hash/allowed-hash.ts'
import { hash } from '../../../cid/hash/hash.ts'
import { leafLength, writeLeaf } from '../../../ipld/dag-pb/leaf-frame.ts'

export const RAW = 0x55
export const DAG_PB = 0x70

const IDENTITY = 0x00

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
  async sum (codec: typeof RAW | typeof DAG_PB, bytes: Uint8Array): Promise<CID> {
    const { version, hash: code, inlineLimit } = this.#options

    if (bytes.length <= (inlineLimit ?? -1)) {
      return identityCid(codec, bytes)
    }

    checkHash(code, bytes.length)
    const digest = await hash(bytes, code)

    return version === 0 && codec === DAG_PB
      ? CID.createV0(digest as MultihashDigest<0x12>)
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
    return this.sum(DAG_PB, length <= (this.#options.inlineLimit ?? -1) ? bytes.slice() : bytes)
  }
}

function identityCid (codec: number, bytes: Uint8Array): CID {
  checkHash(IDENTITY, bytes.length)
  return CID.createV1(codec, create(IDENTITY, bytes))
}

/** Are the block's bytes inside of its CID, so that it is never stored? */
export function isInlined (cid: CID): boolean {
  return cid.multihash.code === IDENTITY
}
