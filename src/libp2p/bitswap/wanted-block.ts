import type { CID } from 'multiformats/cid'
import type { SessionPeers } from './session-peers.ts'

/** State of a want at a peer. */
export type Asked = 'have' | 'has' | 'lacks' | 'block' | 'slow'

/** A request that waits for a block. */
export interface Taker {
  session: SessionPeers
  /** called once, with bytes that match the hash */
  take: (bytes: Uint8Array, peer: string | undefined) => void
}

/** A block that requests wait for, and the peers that were asked. */
export interface WantedBlock {
  cid: CID
  key: string
  takers: Set<Taker>
  asked: Map<string, Asked>
  /** number of waits without a result */
  waits: number
  /** stops the timer for the asked peers; undefined if there is none */
  stopWatching: (() => void) | undefined
}
