import type { CID } from 'multiformats/cid'
import type { Time } from '../../format/stat.ts'
import type { EntryNote } from '../../read/directory/entry-metadata.ts'

interface Named {
  /** the path below the top of the upload; the CID for an unnamed file */
  name: string
  /** the mode of its top-level entry in Go's format; 0 for none */
  mode: number
  /** the mtime of that top-level entry */
  mtime?: Time
}

/** The number of bytes of a file read so far. */
export interface ProgressEvent extends Named {
  type: 'progress'
  bytes: number
}

/** A completed file, symlink or directory. */
export interface AddedEvent extends Named {
  type: 'added'
  cid: CID
  /** the cumulative size of all blocks of its DAG in bytes, each link counted (dag-pb Tsize) */
  size: number
}

/** A completed top-level entry, which is a root to pin. Kubo emits no event here. */
export interface RootEvent {
  type: 'root'
  name: string
  cid: CID
  /** false if the DAG is known to be a single block */
  hasLinks: boolean
  /** metadata notes on the entries of large directories, to be stored with the blocks */
  notes?: EntryNote[]
}

export type ImportEvent = ProgressEvent | AddedEvent | RootEvent
