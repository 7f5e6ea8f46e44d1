import type { CID } from 'multiformats/cid'
import type { SessionPeers } from './session-peers.ts'

/** How far a peer has got with a want. */
export type Asked = 'have' | 'has' | 'lacks' | 'block' | 'slow'

/** Who waits for a block. */
export interface Taker {
  session: SessionPeers
  /** called once, with bytes that have the hash */
  take: (bytes: Uint8Array, peer: string | undefined) => void
}

/** A block that somebody waits for, and what came of asking for it. */
export interface WantedBlock {
  cid: CID
  key: string
  takers: Set<Taker>
  asked: Map<string, Asked>
  /** how often nothing has come of it for a while */
  waits: number
  /** ends the look at whoever was asked for it; undefined while nobody looks */
  stopWatching: (() => void) | undefined
}
