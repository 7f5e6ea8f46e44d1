import type { CID } from 'multiformats/cid'
import type { Uint64 } from '../../../bytes/protobuf/uint64.ts'

/** The target of a directory entry. */
export interface DirectoryLink {
  cid: CID
  /** the cumulative size in bytes of all blocks below, each link counted */
  tsize: Uint64
}

/** An entry of a directory. */
export interface NamedLink extends DirectoryLink {
  name: string
  /** the name as UTF-8 */
  nameBytes: Uint8Array
}
