import type { ByteDuplex } from '../../bytes/byte-duplex.ts'

/** A stream of a protocol to a peer, or from one. */
export interface PeerStream extends ByteDuplex {
  /** ID of the peer in base58 */
  readonly peer: string
  readonly protocol: string
}
