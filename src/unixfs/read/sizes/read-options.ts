import type { BlockReader } from '../../../blocks/reader/block-reader.ts'

/** What every reader of UnixFS needs. */
export interface ReadOptions {
  blocks: BlockReader
  signal: AbortSignal
}
