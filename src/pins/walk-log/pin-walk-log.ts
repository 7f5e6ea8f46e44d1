import type { CID } from 'multiformats/cid'
import type { CidFilter } from '../../cid/sets/cid-filter.ts'
import type { DescendantRows } from './descendant-rows.ts'

/** A stored walk. */
export interface SavedWalk {
  /**
   * contains all blocks below recursive pins, except unwalked pins and pins that `near` covers, and some blocks of
   * removed pins
   */
  filter: CidFilter
  /** recursive pins that were added since; some may have been removed */
  unwalked: AsyncIterable<CID>
}

/** Progress of a walk: the blocks that it has met, and the pins that need not be walked again. */
export interface WalkPart {
  /** the filter that was loaded, or saved last */
  filter: CidFilter
  /** pins of which the filter contains all blocks */
  walked: readonly CID[]
}

/**
 * Remembers, for blocks that were met below recursive pins, a root above each block. While that root is pinned the
 * block is kept, regardless of other changes. Therefore an entry never becomes wrong, and all of them may be lost.
 */
export interface DescendantIndex {
  /**
   * Returns a recursive pin below which a block lies, or undefined if none is remembered. The cost does not depend on
   * the number of pins.
   */
  rootOf: (cid: CID) => Promise<CID | undefined>
  /**
   * Records that a block was met below a root.
   *
   * @returns a promise to wait for before the next call, if many were buffered
   */
  add: (cid: CID, root: CID) => Promise<void> | undefined
  /** Writes the buffered entries, if there is room. */
  flush: () => Promise<void>
}

/** Stores the result of a walk below all recursive pins, so that the next start need not repeat it. */
export interface PinWalkLog {
  /** roots of blocks that were met in any walk */
  readonly descendants: DescendantIndex
  /** blocks below small pins, recorded when these were put */
  readonly rows: DescendantRows
  /** @returns undefined if no walk is stored, or it cannot be read completely */
  load: () => Promise<SavedWalk | undefined>
  /** Returns whether the stored walk covers all blocks below all recursive pins. Takes constant time. */
  isCurrent: () => Promise<boolean>
  /**
   * Replaces the stored walk by an empty one: nothing is known, and all pins are unwalked. A crash in the middle leaves
   * no walk.
   *
   * @param roots - yields the recursive pins
   */
  begin: (roots: () => AsyncIterable<CID>, options: { signal: AbortSignal }) => Promise<void>
  /** Saves progress atomically. Does nothing if the filter is not the stored one. */
  advance: (part: WalkPart) => Promise<void>
  /**
   * Replaces the stored walk atomically. No pin may change meanwhile.
   *
   * @param complete - returns the filter, or undefined if it does not cover all recursive pins because some were added
   */
  save: (complete: () => CidFilter | undefined) => Promise<void>
}
