import type { CID } from 'multiformats/cid'
import { HASH } from '../../cid/codes/multiformat-codes.ts'
import { CidBuilder } from '../import/pipeline/cid-builder.ts'

/** The CID format of new blocks. A changed node keeps its format; a new node takes that of its root. */
export interface Hashing {
  version: 0 | 1
  /** multicodec code of the hash function */
  hash: number
}

/** The longest identity digest (boxo `verifcid/cid.go`, `DefaultMaxIdentityDigestSize`). */
const MAX_IDENTITY_BYTES = 128

export const CID_V0: Hashing = { version: 0, hash: HASH.sha2_256 }

/** Returns the format of an existing CID. */
export function hashingOf (cid: CID): Hashing {
  return { version: cid.version, hash: cid.multihash.code }
}

/**
 * Creates CIDs in a format. A block that was inlined in its CID stays inlined while it fits; larger ones are hashed
 * (boxo `unixfs/mod/dagmodifier.go`, `safePrefixForSize`).
 */
export function cidBuilder ({ version, hash }: Hashing): CidBuilder {
  return hash === HASH.identity
    ? new CidBuilder({ version: 1, hash: HASH.sha2_256, inlineLimit: MAX_IDENTITY_BYTES })
    : new CidBuilder({ version, hash })
}
