import type { Multiaddr } from '@multiformats/multiaddr'

/** A protocol whose streams go through this node to somebody else (Kubo `p2p/listener.go`). */
export interface StreamListener {
  protocol: string
  /** where streams come from: the address of this node for those of other peers */
  listenAddress: Multiaddr
  /** where they go */
  targetAddress: Multiaddr
}

/** A listener that is there. */
export interface OpenListener {
  readonly listener: StreamListener
  /** resolves when it was closed */
  readonly ended: Promise<void>
}
