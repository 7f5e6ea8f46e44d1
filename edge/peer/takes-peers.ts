import type { ConfigStore } from '../../src/config/config-store.ts'
import { isTransportOn } from '../../src/libp2p/host/swarm-settings.ts'

/**
 * Returns whether peers may connect to the node by WebSockets: not if `Addresses.Swarm` is empty, or the transport is
 * disabled.
 */
export function takesPeers (config: Pick<ConfigStore, 'get'>): boolean {
  return config.get<string[] | null>('Addresses.Swarm')?.length !== 0 && isTransportOn(config, 'Websocket')
}
