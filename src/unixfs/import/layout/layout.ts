import type { Stat } from '../../format/stat.ts'
import type { Chunk } from '../chunker/chunk.ts'
import type { FileLink } from './file-nodes.ts'

/** Builds the DAG over the chunks of one file. */
export interface Layout {
  /** Adds the next chunk. Returns immediately; nodes are hashed while the next chunk is read. */
  add: (chunk: Chunk) => void
  /** Ends the file. Returns the root, which has `stat`. */
  end: (stat?: Stat) => Promise<FileLink>
  /** The number of reads that Kubo does at the end of the file; valid after `end`. */
  readonly looks: number
}
