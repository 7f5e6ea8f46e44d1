import type { AdoptingSession, StagingSession } from '../../../store/blockstore/capabilities.ts'
import type { Time } from '../../format/stat.ts'
import type { DirectoryLimits } from '../directory/limits.ts'
import type { importFile } from '../file/import-file.ts'
import type { BlockSink } from '../pipeline/block-pipeline.ts'

/** The resolved import options. Callers apply defaults and resolve contradictions. */
export interface ImportOptions {
  /** receives the blocks; without a sink, blocks are hashed and discarded (`only-hash`) */
  sink?: BlockSink
  /**
   * Stages the bytes of large files before they are hashed, if the sink's session supports it (`StagingSession`). The
   * sink then receives the payload of dag-pb leaves (`LeafSource.isContent`) for `StagingSession.putPayload`.
   */
  stage?: StagingSession['stage']
  /** adds blocks that are in the store's bucket already, for an importer that runs in another process */
  adopt?: AdoptingSession['adopt']
  cidVersion: 0 | 1
  /** multicodec code of the hash function */
  hash: number
  /** the maximum size of blocks that are inlined in their CID, in bytes; undefined for none */
  inlineLimit?: number
  rawLeaves: boolean
  /** the chunker name for `parseChunker`; parsed at the first file, as in Kubo */
  chunker: string
  layout: 'balanced' | 'trickle'
  /** the maximum number of links of a file node; values below 1 mean the default of 174 */
  maxFileLinks: number
  directory: DirectoryLimits
  /** the limits of top-level directories without mode and mtime, if they differ */
  topDirectory?: DirectoryLimits
  /** whether to keep empty directories below the top level */
  emptyDirs: boolean
  /** mode (in Go's format) and mtime for all entries; 0 and undefined for none */
  mode: number
  mtime?: Time
  /** whether to use the mode and mtime of each entry instead */
  preserveMode: boolean
  preserveMtime: boolean
  /** whether to wrap all entries in one unnamed directory */
  wrap: boolean
  /** whether to report the number of bytes read */
  progress: boolean
  /** whether to omit events of files */
  silent: boolean
  /** Whether to pass the file range of each leaf to the sink. Requires raw leaves, and entries with `abspath`. */
  nocopy?: boolean
  /** imports the bytes of each file, for an importer that has read them before; default: `importFile` */
  importBytes?: typeof importFile
  signal?: AbortSignal
}
