import type { Multiaddr } from '@multiformats/multiaddr'
import type { AddressReachability } from '../swarm/address-reachability.ts'

/** What a service of libp2p knows of how this node is reached. */
export interface ReachabilityReport {
  report: () => AddressReachability
  /** whether others are to be told of an address, for all that is known */
  announces: (address: Multiaddr) => boolean
}
