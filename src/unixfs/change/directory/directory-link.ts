import type { CID } from 'multiformats/cid'
import type { Uint64 } from '../../../bytes/protobuf/uint64.ts'

/** What a directory knows of an entry besides its name. */
export interface DirectoryLink {
  cid: CID
  /** bytes of all blocks below, each link counted */
  tsize: Uint64
}

/** An entry of a directory. */
export interface NamedLink extends DirectoryLink {
  name: string
  /** the name as UTF-8 */
  nameBytes: Uint8Array
}
