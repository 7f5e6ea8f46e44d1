import type { CID } from 'multiformats/cid'
import type { EntryFact } from '../../read/directory/entry-metadata.ts'

/** A named thing of a directory, ready to be linked. */
export interface DirectoryEntry {
  name: string
  /** the name as UTF-8 */
  nameBytes: Uint8Array
  cid: CID
  tsize: number
  /** what it is, where that is all that there is to say of it */
  fact?: EntryFact
}
