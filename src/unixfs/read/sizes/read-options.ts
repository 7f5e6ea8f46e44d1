import type { BlockReader } from '../../../blocks/reader/block-reader.ts'

/** The options of all UnixFS readers. */
export interface ReadOptions {
  blocks: BlockReader
  signal: AbortSignal
}
