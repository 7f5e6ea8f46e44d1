import type { CID } from 'multiformats/cid'

/** What a peer wants, or wants no longer. */
export interface WantEntry {
  cid: CID
  priority: number
  cancel: boolean
  /** only whether the other has it */
  have: boolean
  /** whether to say so when the other has it not */
  sendDontHave: boolean
}

/** A message of bitswap 1.2.0 (specs.ipfs.tech/bitswap-protocol). */
export interface BitswapMessage {
  /** the entries are all that is wanted, in place of what was said before */
  full: boolean
  wants: WantEntry[]
  /** a block says with its prefix, a CID without the digest, what it is */
  blocks: Array<{ prefix: Uint8Array, data: Uint8Array }>
  presences: Array<{ cid: CID, have: boolean }>
  /** bytes that wait for the peer besides */
  pendingBytes: number
}

export function emptyMessage (): BitswapMessage {
  return { full: false, wants: [], blocks: [], presences: [], pendingBytes: 0 }
}
