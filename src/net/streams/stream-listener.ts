import type { Multiaddr } from '@multiformats/multiaddr'

/** A protocol whose streams go through this node to somebody else (Kubo `p2p/listener.go`). */
export interface StreamListener {
  protocol: string
  /** where streams come from: the address of this node for those of other peers */
  listenAddress: Multiaddr
  /** where they go */
  targetAddress: Multiaddr
  /** the target is first told the ID of the peer that has come, on a line */
  reportPeer: boolean
}
