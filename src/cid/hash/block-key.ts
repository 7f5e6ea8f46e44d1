import type { CID } from 'multiformats/cid'
import { multihashKey } from './multihash-key.ts'

/** A string that two CIDs share when they mean the same block read by the same codec, whatever their version. */
export function blockKey (cid: CID): string {
  return `${cid.code}/${multihashKey(cid.multihash.bytes)}`
}
