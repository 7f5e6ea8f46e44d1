import type { CID } from 'multiformats/cid'

export type PinMode = 'recursive' | 'direct'

export interface Pin {
  cid: CID
  mode: PinMode
  /** empty when the pin has none */
  name: string
}

/**
 * The pins of the node: one record a pinned root, nothing a block (Kubo `boxo/pinning/pinner/dspinner`).
 * A CIDv0 and the CIDv1 of the same block are two pins, as in Kubo. Every change is durable when it resolves, and a
 * change of several records happens as a whole.
 */
export interface PinStore {
  get: (cid: CID) => Promise<Pin | undefined>
  /** Pins in no particular order. */
  list: (mode?: PinMode) => AsyncIterable<Pin>
  /** Adds or replaces the pin of this CID. The caller has made sure that the blocks are there. */
  put: (pin: Pin) => Promise<void>
  /** @returns false when there was none */
  remove: (cid: CID) => Promise<boolean>
  /** Puts one pin and removes another in one step. */
  move: (from: CID, pin: Pin) => Promise<void>
}
