import type { Libp2pInit } from 'libp2p'
import type { Multiaddr } from '@multiformats/multiaddr'
import type { TransportName } from './swarm-settings.ts'

/** A way to others, as the shell of the node has it. */
export interface SwarmTransport {
  name: TransportName
  make: NonNullable<Libp2pInit['transports']>[number]
  /** whether it listens on such an address; left out where it listens on none */
  listens?: (address: Multiaddr) => boolean
}
