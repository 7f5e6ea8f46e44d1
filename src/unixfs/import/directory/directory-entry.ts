import type { CID } from 'multiformats/cid'
import type { EntryFact } from '../../read/directory/entry-metadata.ts'

/** A named entry of a directory, ready to be linked. */
export interface DirectoryEntry {
  name: string
  /** the name as UTF-8 */
  nameBytes: Uint8Array
  cid: CID
  tsize: number
  /** the type and size, if the entry has no other metadata */
  fact?: EntryFact
}
