import type { ByteDuplex } from '../bytes/byte-duplex.ts'

/** A stream of a protocol to or from a peer. */
export interface PeerStream extends ByteDuplex {
  /** Peer ID in base58. */
  readonly peer: string
  readonly protocol: string
}
