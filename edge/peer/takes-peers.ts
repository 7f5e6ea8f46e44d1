import type { ConfigStore } from '../../src/config/config-store.ts'
import { isTransportOn } from '../../src/libp2p/swarm-settings.ts'

/** Whether peers may connect to the node by WebSockets: not where it is to listen nowhere (`Addresses.Swarm` without an entry), or has none. */
export function takesPeers (config: Pick<ConfigStore, 'get'>): boolean {
  return config.get<string[] | null>('Addresses.Swarm')?.length !== 0 && isTransportOn(config, 'Websocket')
}
