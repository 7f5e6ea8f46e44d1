import type { StagingSession } from '../../../store/blockstore/capabilities.ts'
import type { Time } from '../../format/stat.ts'
import type { DirectoryLimits } from '../directory/limits.ts'
import type { BlockSink } from '../pipeline/block-pipeline.ts'

/** How to import, settled: defaults and contradictions are the caller's business. */
export interface ImportOptions {
  /** takes the blocks; without one they are named and forgotten (`only-hash`) */
  sink?: BlockSink
  /**
   * Stages the bytes of large files before they are hashed, if the session of the sink can (`StagingSession`). The sink
   * then gets dag-pb leaves by their payload (`LeafSource.isContent`), for `StagingSession.putPayload`.
   */
  stage?: StagingSession['stage']
  cidVersion: 0 | 1
  /** multicodec code of the hash function */
  hash: number
  /** blocks up to this many bytes go into their CID; undefined for none */
  inlineLimit?: number
  rawLeaves: boolean
  /** as `parseChunker` reads it; looked at when the first file comes, as Kubo does */
  chunker: string
  layout: 'balanced' | 'trickle'
  /** links of a file's node; the default of 174 below 1 */
  maxFileLinks: number
  directory: DirectoryLimits
  /** those of a top-level directory without mode and time, where they are others */
  topDirectory?: DirectoryLimits
  /** keep directories without entries that are not top-level */
  emptyDirs: boolean
  /** mode (as Go counts) and time for everything; 0 and undefined for none */
  mode: number
  mtime?: Time
  /** take them from each entry instead */
  preserveMode: boolean
  preserveMtime: boolean
  /** put all entries into one directory without a name */
  wrap: boolean
  /** report how much is read */
  progress: boolean
  /** report no files */
  silent: boolean
  /** Tell the sink where the leaves lie in their files. Needs raw leaves, and entries that say where they are. */
  nocopy?: boolean
  signal?: AbortSignal
}
