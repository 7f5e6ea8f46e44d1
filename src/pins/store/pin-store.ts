import type { Batch } from 'interface-datastore'
import type { CID } from 'multiformats/cid'
import type { PinWalkLog } from '../walk-log/pin-walk-log.ts'

export type PinMode = 'recursive' | 'direct'

export interface Pin {
  cid: CID
  mode: PinMode
  /** empty if the pin has no name */
  name: string
  /** Time when the CID was pinned, under any name, in seconds since 1970. Undefined for legacy pins. */
  since?: number
  /**
   * Set, and removed, by the pinning service of this node. A pin that the owner makes does not have it, and the service
   * leaves that pin alone.
   */
  hosted?: HostedMark
}

export interface HostedMark {
  /** name of the direct pin that this one replaced, which is restored when this one is removed */
  direct?: string
}

export interface PutPinOptions {
  /**
   * Multihashes (`multihashKey`) of all blocks below the pin, if they are known and few (`fetchDag`), so that no walk
   * is needed. If left out, a walk finds them, unless the CID itself has no links (`mayHaveDescendants`).
   */
  below?: readonly string[]
}

export interface ListedPinsOptions {
  /** false if names are not needed: they are empty then, and much less is read */
  names?: boolean
}

/**
 * The pins of the node: one record per pinned root, nothing per block (Kubo `boxo/pinning/pinner/dspinner`). A CIDv0
 * and the CIDv1 of the same block are two pins, as in Kubo. A CID has one pin; a new one replaces it. Every change is
 * durable when it resolves, and a change of several records is atomic.
 */
export interface PinStore {
  get: (cid: CID) => Promise<Pin | undefined>
  /**
   * Returns the pins of the block that a CID names, under any CID. As fast as `get`, however many pins there are; in a
   * legacy repo the first call reads all keys.
   */
  ofBlock: (cid: CID, options?: { signal?: AbortSignal }) => Promise<Pin[]>
  /**
   * Yields the pins of one mode, or the recursive ones and then the direct ones, in no particular order. Uses bounded
   * memory.
   */
  list: (mode?: PinMode, options?: ListedPinsOptions) => AsyncIterable<Pin>
  /** Adds or replaces the pin of this CID. The caller ensures that the blocks are there. */
  put: (pin: Pin, options?: PutPinOptions) => Promise<void>
  /** @returns false if there was none */
  remove: (cid: CID) => Promise<boolean>
  /** Puts one pin and removes another, atomically. */
  move: (from: CID, pin: Pin) => Promise<void>
  /**
   * Reads and then changes pins, with no other change in between. The puts and removals of `job` happen atomically when
   * it resolves; if it rejects, nothing happens. Must be fast: all other changes wait.
   *
   * @param along - adds rows of the caller to the same batch
   * @example
   *   await pins.change(async (pins) => { for (const pin of roots) pins.put(pin) })
   */
  change: <T>(job: (pins: PinChange) => Promise<T>, along?: (batch: Batch) => void) => Promise<T>
  /**
   * Migrates some legacy rows. Until all are migrated, queries of a block and lists take longer.
   *
   * @returns whether some are left
   */
  migrateLegacyPins: () => Promise<boolean>
  /**
   * Calls the listener with the recursive pins of each change whose descendants must be walked, before the change
   * resolves. Also for a failed change, because it may have been written in part.
   */
  watch: (listener: (roots: readonly CID[]) => void) => void
  /** stored walks below recursive pins, consistent with the pins */
  readonly walks: PinWalkLog
}

/** The pins as `change` sees them: the stored ones with the changes so far. */
export interface PinChange {
  get: (cid: CID) => Promise<Pin | undefined>
  put: (pin: Pin, options?: PutPinOptions) => void
  remove: (cid: CID) => void
}
