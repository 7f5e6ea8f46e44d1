import type { CID } from 'multiformats/cid'

/** A want, or a cancel. */
export interface WantEntry {
  cid: CID
  priority: number
  cancel: boolean
  /** asks only whether the peer has the block */
  have: boolean
  /** asks for an answer if the peer does not have it */
  sendDontHave: boolean
}

/** A message of bitswap 1.2.0 (specs.ipfs.tech/bitswap-protocol). */
export interface BitswapMessage {
  /** the entries replace all earlier wants */
  full: boolean
  wants: WantEntry[]
  /** blocks with their prefix, a CID without the digest */
  blocks: Array<{ prefix: Uint8Array; data: Uint8Array }>
  presences: Array<{ cid: CID; have: boolean }>
  /** further bytes that wait for the peer */
  pendingBytes: number
}

export function emptyMessage (): BitswapMessage {
  return { full: false, wants: [], blocks: [], presences: [], pendingBytes: 0 }
}
