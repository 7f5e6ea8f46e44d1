import type { MultihashDigest } from 'multiformats/hashes/interface'

/** A key as it may be shown: never with its private part. */
export interface NamedKey {
  /** empty for a key that is known by its ID alone */
  name: string
  /** the peer ID: the name in IPNS of what is signed with it */
  id: MultihashDigest
}
