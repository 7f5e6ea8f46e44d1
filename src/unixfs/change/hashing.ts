import type { CID } from 'multiformats/cid'
import { CidBuilder } from '../import/pipeline/cid-builder.ts'

/**
 * How the CIDs of new blocks are made: those of a changed node as before, those of new nodes as of the root above them.
 */
export interface Hashing {
  version: 0 | 1
  /** multicodec code of the hash function */
  hash: number
}

const IDENTITY = 0x00
const SHA2_256 = 0x12

/** boxo `verifcid/cid.go`, `DefaultMaxIdentityDigestSize` */
const MAX_IDENTITY_BYTES = 128

export const CID_V0: Hashing = { version: 0, hash: SHA2_256 }

/** As a block is named now. */
export function hashingOf (cid: CID): Hashing {
  return { version: cid.version, hash: cid.multihash.code }
}

/**
 * Names blocks. What was inlined into its CID stays so as long as it fits, and is hashed from then on (boxo
 * `unixfs/mod/dagmodifier.go`, `safePrefixForSize`).
 */
export function cidBuilder ({ version, hash }: Hashing): CidBuilder {
  return hash === IDENTITY
    ? new CidBuilder({ version: 1, hash: SHA2_256, inlineLimit: MAX_IDENTITY_BYTES })
    : new CidBuilder({ version, hash })
}
