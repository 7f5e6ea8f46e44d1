import type { CID } from 'multiformats/cid'
import type { Report } from '../../async/reports-of.ts'

/** A step of a garbage collection: a block that is gone for good (as a raw CIDv1), or something that went wrong. */
export type GcResult = { removed: CID } | { error: Error }

export interface GcOptions {
  signal: AbortSignal
  /** called each time when it has to wait for long before it can begin, with the number of writes that it waits for */
  waiting?: (writers: number) => void
  /** told when it begins to look what is kept: what is no longer kept from then on the next collection removes */
  begun?: () => void
  /** The collection waits for it; what it waits for, all adders wait for. */
  report: Report<GcResult>
}
