import type { MultihashDigest } from 'multiformats/hashes/interface'

/** The public part of a key. */
export interface NamedKey {
  /** Empty for a key that is only known by its ID. */
  name: string
  /** The peer ID, which is also the IPNS name of records signed with the key. */
  id: MultihashDigest
}
