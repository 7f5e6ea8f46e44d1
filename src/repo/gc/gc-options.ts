import type { CID } from 'multiformats/cid'
import type { Report } from '../../async/iteration/buffered-generator.ts'

/** A step of a garbage collection: a durably removed block (as a raw CIDv1), or an error. */
export type GcResult = { removed: CID } | { error: Error }

export interface GcOptions {
  signal: AbortSignal
  /** Called with the number of running writes each time the collection has to wait long for them. */
  waiting?: (writers: number) => void
  /** Called when the mark phase begins. Blocks that are unpinned later are removed by the next collection. */
  begun?: () => void
  /** Reports a step. The collection waits for it, and all writers wait for the collection. */
  report: Report<GcResult>
}
