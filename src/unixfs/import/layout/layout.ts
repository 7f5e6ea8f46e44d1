import type { Stat } from '../../format/stat.ts'
import type { Chunk } from '../chunker/chunk.ts'
import type { FileLink } from './file-nodes.ts'

/** Builds the DAG over the chunks of one file. */
export interface Layout {
  /** The next chunk. Returns at once: nodes are hashed while the next chunk is read. */
  add: (chunk: Chunk) => void
  /** No more chunks: the root, with `stat` on it. */
  end: (stat?: Stat) => Promise<FileLink>
  /** How often Kubo looks for one more chunk behind the last, by what there is after `end`. */
  readonly looks: number
}
