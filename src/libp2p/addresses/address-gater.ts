import type { Connection, ConnectionGater } from '@libp2p/interface'
import type { Multiaddr } from '@multiformats/multiaddr'
import type { ConfigStore } from '../../config/config-store.ts'
import { addressFilters } from '../../net/addresses/address-filters.ts'
import { isInNet } from '../../net/addresses/in-net.ts'

/** The part of a connection that is counted. */
type Inbound = Pick<Connection, 'direction'>

/** Returns whether an address is currently blocked by `Swarm.AddrFilters`. */
export function isFiltered (config: Pick<ConfigStore, 'all'>, address: Multiaddr): boolean {
  return addressFilters(config.all()).some((net) => isInNet(address, net))
}

/**
 * Blocks connections to and from filtered addresses. Everything else is allowed: which addresses a browser can dial is
 * decided by its transports.
 *
 * @param maxInbound - inbound connections above which no more are accepted
 * @param connections - returns the current connections
 */
export function addressGater (
  config: Pick<ConfigStore, 'all'>,
  maxInbound: number,
  connections: () => readonly Inbound[]
): ConnectionGater {
  return {
    denyDialMultiaddr: (address) => isFiltered(config, address),
    denyInboundConnection: ({ remoteAddr }) =>
      isFiltered(config, remoteAddr) ||
      connections().filter(({ direction }) => direction === 'inbound').length >= maxInbound
  }
}
