import type { Multiaddr } from '@multiformats/multiaddr'
import type { AddressReachability } from '../../swarm/address-reachability.ts'

/** A libp2p service that knows how this node can be reached. */
export interface ReachabilityReport {
  report: () => AddressReachability
  /** whether an address should be announced */
  announces: (address: Multiaddr) => boolean
}
