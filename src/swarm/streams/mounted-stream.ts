import type { Multiaddr } from '@multiformats/multiaddr'

/** A stream that goes through this node (Kubo `p2p/stream.go`). */
export interface MountedStream {
  /** counted from 0 */
  id: number
  protocol: string
  origin: Multiaddr
  target: Multiaddr
}
