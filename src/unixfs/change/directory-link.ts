import type { CID } from 'multiformats/cid'

/** What a directory knows of an entry besides its name. */
export interface DirectoryLink {
  cid: CID
  /** bytes of all blocks below, each link counted */
  tsize: number
}
