import type { Connection, ConnectionGater } from '@libp2p/interface'
import type { Multiaddr } from '@multiformats/multiaddr'
import type { ConfigStore } from '../config/config-store.ts'
import { addressFilters } from '../net/address-filters.ts'
import { isInNet } from '../net/in-net.ts'

/** What connections are counted by. */
type Inbound = Pick<Connection, 'direction'>

/** Whether an address is in a net of `Swarm.AddrFilters`, as it is at the moment. */
export function isFiltered (config: Pick<ConfigStore, 'all'>, address: Multiaddr): boolean {
  return addressFilters(config.all()).some((net) => isInNet(address, net))
}

/**
 * Lets nobody through whose address is filtered. All else is let through: what of
 * it a browser dials is for its transports to say.
 *
 * @param maxInbound - nobody is let in while others have begun so many connections
 * @param connections - those of this moment
 */
export function addressGater (config: Pick<ConfigStore, 'all'>, maxInbound: number, connections: () => readonly Inbound[]): ConnectionGater {
  return {
    denyDialMultiaddr: (address) => isFiltered(config, address),
    denyInboundConnection: ({ remoteAddr }) => isFiltered(config, remoteAddr) || connections().filter(({ direction }) => direction === 'inbound').length >= maxInbound
  }
}
