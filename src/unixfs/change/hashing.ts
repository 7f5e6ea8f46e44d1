import type { CID } from 'multiformats/cid'
import { HASH } from '../../cid/codes/multiformat-codes.ts'
import { CidBuilder } from '../import/pipeline/cid-builder.ts'

/**
 * How the CIDs of new blocks are made: those of a changed node as before, those of new nodes as of the root above them.
 */
export interface Hashing {
  version: 0 | 1
  /** multicodec code of the hash function */
  hash: number
}

/** boxo `verifcid/cid.go`, `DefaultMaxIdentityDigestSize` */
const MAX_IDENTITY_BYTES = 128

export const CID_V0: Hashing = { version: 0, hash: HASH.sha2_256 }

/** As a block is named now. */
export function hashingOf (cid: CID): Hashing {
  return { version: cid.version, hash: cid.multihash.code }
}

/**
 * Names blocks. What was inlined into its CID stays so as long as it fits, and is hashed from then on (boxo
 * `unixfs/mod/dagmodifier.go`, `safePrefixForSize`).
 */
export function cidBuilder ({ version, hash }: Hashing): CidBuilder {
  return hash === HASH.identity
    ? new CidBuilder({ version: 1, hash: HASH.sha2_256, inlineLimit: MAX_IDENTITY_BYTES })
    : new CidBuilder({ version, hash })
}
