import type { CID } from 'multiformats/cid'
import type { CidFilter } from '../cid/cid-filter.ts'

/** What was kept of a walk. */
export interface SavedWalk {
  /** knows all blocks below recursive pins but the unwalked ones, and some that were below pins */
  filter: CidFilter
  /** recursive pins that came since; some of them may have gone */
  unwalked: AsyncIterable<CID>
}

/** Keeps what a walk below all recursive pins has found, so that the next start needs none. */
export interface WalkRecord {
  /** @returns undefined when nothing is kept, or not all of it can be read */
  load: () => Promise<SavedWalk | undefined>
  /**
   * Keeps a filter in place of what was kept, in one step. No pin changes meanwhile.
   *
   * @param complete - gives the filter, or undefined when it does not know all that is below all recursive pins (some came since)
   */
  save: (complete: () => CidFilter | undefined) => Promise<void>
}
