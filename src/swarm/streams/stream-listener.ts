import type { Multiaddr } from '@multiformats/multiaddr'

/** A protocol for which this node forwards streams (Kubo `p2p/listener.go`). */
export interface StreamListener {
  protocol: string
  /** The source of the streams: the address of this node for streams of other peers. */
  listenAddress: Multiaddr
  /** Their destination. */
  targetAddress: Multiaddr
}

/** An open listener. */
export interface OpenListener {
  readonly listener: StreamListener
  /** Resolves when it is closed. */
  readonly ended: Promise<void>
}
