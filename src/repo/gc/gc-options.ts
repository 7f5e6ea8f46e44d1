import type { CID } from 'multiformats/cid'

/** A step of a garbage collection: a block that is gone for good (as a raw CIDv1), or something that went wrong. */
export type GcResult = { removed: CID } | { error: Error }

export interface GcOptions {
  signal: AbortSignal
  /** The collection waits for it; what it waits for, all adders wait for. */
  report: (result: GcResult) => Promise<void> | void
}
