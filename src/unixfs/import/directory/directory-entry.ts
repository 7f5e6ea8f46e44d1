import type { CID } from 'multiformats/cid'

/** A named thing of a directory, ready to be linked. */
export interface DirectoryEntry {
  name: string
  /** the name as UTF-8 */
  nameBytes: Uint8Array
  cid: CID
  tsize: number
}
