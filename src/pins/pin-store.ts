import type { Batch } from 'interface-datastore'
import type { CID } from 'multiformats/cid'
import type { WalkRecord } from './walk-record.ts'

export type PinMode = 'recursive' | 'direct'

export interface Pin {
  cid: CID
  mode: PinMode
  /** empty when the pin has none */
  name: string
  /** Seconds since 1970: when it was pinned, under whatever name. Undefined for pins of before that was kept. */
  since?: number
  /** Set for others by the pinning service of this node, and taken away by it. Whoever pins the same has a pin without it, which the service leaves alone. */
  hosted?: HostedMark
}

export interface HostedMark {
  /** the name of the direct pin in whose place it stands, which comes back when it goes */
  direct?: string
}

export interface PutPinOptions {
  /**
   * Multihashes (`multihashKey`) of all blocks that lie below it, where they are known and few (`fetchDag`), so that nobody has to look.
   * Left out, that is to be looked for, unless the CID itself tells that there are none (`mayKeepOthers`).
   */
  below?: readonly string[]
}

export interface ListedPinsOptions {
  /** false where nobody asks for names: they are empty then, and much less is read */
  names?: boolean
}

/**
 * The pins of the node: one record a pinned root, nothing a block (Kubo `boxo/pinning/pinner/dspinner`).
 * A CIDv0 and the CIDv1 of the same block are two pins, as in Kubo. A CID has one pin; a new one takes the place of the old.
 * Every change is durable when it resolves, and a change of several records happens as a whole.
 */
export interface PinStore {
  get: (cid: CID) => Promise<Pin | undefined>
  /** The pins of the block that a CID names, whatever CID they name it by. As quick as `get`, however many pins there are; in a repo of before, until that is up to date, the first one reads all keys. */
  ofBlock: (cid: CID, options?: { signal?: AbortSignal }) => Promise<Pin[]>
  /** Pins of one mode, or recursive ones and then direct ones; in no particular order besides. Some at a time are in memory. */
  list: (mode?: PinMode, options?: ListedPinsOptions) => AsyncIterable<Pin>
  /** Adds or replaces the pin of this CID. The caller has made sure that the blocks are there. */
  put: (pin: Pin, options?: PutPinOptions) => Promise<void>
  /** @returns false when there was none */
  remove: (cid: CID) => Promise<boolean>
  /** Puts one pin and removes another in one step. */
  move: (from: CID, pin: Pin) => Promise<void>
  /**
   * Looks and then changes, with no other change in between. What `job` puts and removes happens in one step when it
   * resolves; when it rejects, nothing happens. Must be quick: all other changes wait.
   *
   * @param along - adds rows of somebody else to the batch, which happen in the same step
   * @example
   *   await pins.change(async (pins) => { for (const pin of roots) pins.put(pin) })
   */
  change: <T>(job: (pins: PinChange) => Promise<T>, along?: (batch: Batch) => void) => Promise<T>
  /** Brings some of what a repo of before has up to date; until all is, questions about a block and lists take longer. @returns whether some is left */
  settle: () => Promise<boolean>
  /**
   * Tells of the recursive pins that each change has put, of which somebody has to look what lies below them, before the change resolves;
   * also of those of one that failed, as nobody knows what of it is there.
   */
  watch: (listener: (roots: readonly CID[]) => void) => void
  /** what is kept of walks below recursive pins, in step with the pins */
  readonly walks: WalkRecord
}

/** The pins as `change` sees them: as they were, with what it did so far. */
export interface PinChange {
  get: (cid: CID) => Promise<Pin | undefined>
  put: (pin: Pin, options?: PutPinOptions) => void
  remove: (cid: CID) => void
}
