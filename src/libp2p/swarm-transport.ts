import type { Libp2pInit } from 'libp2p'
import type { Multiaddr } from '@multiformats/multiaddr'

/** A way to others, as the shell of the node has it. */
export interface SwarmTransport {
  /** its key in `Swarm.Transports.Network`, by which it is switched off */
  name: 'TCP' | 'Websocket' | 'WebTransport' | 'Relay' | 'WebRTCDirect'
  make: NonNullable<Libp2pInit['transports']>[number]
  /** whether it listens on such an address; left out where it listens on none */
  listens?: (address: Multiaddr) => boolean
}
