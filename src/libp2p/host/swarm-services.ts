import type { Multiaddr } from '@multiformats/multiaddr'
import type { Libp2pInit } from 'libp2p'
import type { ConfigStore } from '../../config/config-store.ts'
import type { AddressReachability } from '../../swarm/swarm.ts'

/** A libp2p service that knows how this node can be reached. */
export interface ReachabilityReport {
  report: () => AddressReachability
  /** whether an address should be announced */
  announces: (address: Multiaddr) => boolean
}

/**
 * Creates the additional libp2p services of a host, by name, according to the settings at the start. The one named
 * `reachability` is a `ReachabilityReport`, and determines the reachability of the node.
 */
export type SwarmServices = (config: Pick<ConfigStore, 'get'>) => NonNullable<Libp2pInit['services']>
