import type { CID } from 'multiformats/cid'
import type { CidFilter } from '../cid/cid-filter.ts'
import type { NearBelow } from './near-below.ts'

/** What was kept of a walk. */
export interface SavedWalk {
  /** knows all blocks below recursive pins but the unwalked ones and those of which `near` says it, and some that were below pins */
  filter: CidFilter
  /** recursive pins that came since; some of them may have gone */
  unwalked: AsyncIterable<CID>
}

/** Part of a walk that goes on: what it has met, and which pins need not be walked any more. */
export interface WalkPart {
  /** the one that was loaded, or saved last */
  filter: CidFilter
  /** pins below which it knows all blocks; of no others */
  walked: readonly CID[]
}

/**
 * Remembers of blocks that were met below recursive pins a root below which each lies. As long as that is a pin the block is kept, whatever
 * came or went meanwhile: nothing of this is ever out of date, and all of it may be lost.
 */
export interface MetBelow {
  /** A recursive pin below which a block lies. As quick however many pins there are; undefined where that is not remembered. */
  rootOf: (cid: CID) => Promise<CID | undefined>
  /** A block was met below a root. @returns where much was met, what the next one has to wait for */
  add: (cid: CID, root: CID) => Promise<void> | undefined
  /** Keeps what was added, if there is room for it. */
  flush: () => Promise<void>
}

/** Keeps what a walk below all recursive pins has found, so that the next start needs none. */
export interface WalkRecord {
  /** below which pins blocks were met, in whatever walk */
  readonly met: MetBelow
  /** what was said to lie below pins when they were put */
  readonly near: NearBelow
  /** @returns undefined when nothing is kept, or not all of it can be read */
  load: () => Promise<SavedWalk | undefined>
  /** Whether what is kept knows all that is below all recursive pins. As quick however much that is. */
  isCurrent: () => Promise<boolean>
  /**
   * Begins anew in place of what is kept: nothing is known, and all pins are unwalked. A part of it that is killed leaves nothing.
   *
   * @param roots - gives the recursive pins
   */
  begin: (roots: () => AsyncIterable<CID>, options: { signal: AbortSignal }) => Promise<void>
  /** Keeps how far a walk is, in one step. Does nothing when the filter is not the one that is kept. */
  advance: (part: WalkPart) => Promise<void>
  /**
   * Keeps a filter in place of what was kept, in one step. No pin changes meanwhile.
   *
   * @param complete - gives the filter, or undefined when it does not know all that is below all recursive pins (some came since)
   */
  save: (complete: () => CidFilter | undefined) => Promise<void>
}
