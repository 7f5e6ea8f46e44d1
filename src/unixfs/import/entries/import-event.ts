import type { CID } from 'multiformats/cid'
import type { Time } from '../../format/stat.ts'
import type { EntryNote } from '../../read/directory/entry-metadata.ts'

interface Named {
  /** path of the thing below the top of the upload; a file without a name has its CID here */
  name: string
  /** mode bits of the top-level entry that it belongs to, as Go counts them; 0 for none */
  mode: number
  /** time of that top-level entry */
  mtime?: Time
}

/** Bytes of a file that have been read. */
export interface ProgressEvent extends Named {
  type: 'progress'
  bytes: number
}

/** A file, symlink or directory is complete. */
export interface AddedEvent extends Named {
  type: 'added'
  cid: CID
  /** bytes of all blocks of its DAG, each link counted (dag-pb Tsize) */
  size: number
}

/** A top-level entry is complete: what is to be pinned. Kubo sends nothing here. */
export interface RootEvent {
  type: 'root'
  name: string
  cid: CID
  /** false when the DAG is known to be this one block */
  hasLinks: boolean
  /** what the entries of large directories in it are, for the store of its blocks to keep */
  notes?: EntryNote[]
}

export type ImportEvent = ProgressEvent | AddedEvent | RootEvent
