import type { BlockReader } from '../../../blocks/reader/block-reader.ts'

/** The options of all UnixFS readers. */
export interface ReadOptions {
  blocks: BlockReader
  signal: AbortSignal
  /** names in the order in which a page is going to ask for them, if a page is known */
  order?: readonly string[] | undefined
}
