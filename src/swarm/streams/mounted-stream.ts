import type { Multiaddr } from '@multiformats/multiaddr'

/** A stream that is forwarded by this node (Kubo `p2p/stream.go`). */
export interface MountedStream {
  /** Counted from 0. */
  id: number
  protocol: string
  origin: Multiaddr
  target: Multiaddr
}
