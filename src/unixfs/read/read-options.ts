import type { BlockReader } from '../../blocks/block-reader.ts'

/** What every reader of UnixFS needs. */
export interface ReadOptions {
  blocks: BlockReader
  signal: AbortSignal
}
