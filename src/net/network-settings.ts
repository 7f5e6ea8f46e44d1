import type { ConfigStore } from '../config/config-store.ts'

/**
 * Returns the relays for reservations, through which this node can be reached. Undefined if relays are disabled; an
 * empty list means any relays that are found.
 */
export function staticRelays (config: Pick<ConfigStore, 'get'>): string[] | undefined {
  return config.get<boolean | null>('Swarm.RelayClient.Enabled') === false
    ? undefined
    : config.get<string[] | null>('Swarm.RelayClient.StaticRelays') ?? []
}

/** The values of `Routing.Type` that use the DHT. */
const WITH_DHT = ['auto', 'autoclient', 'dht', 'dhtclient', 'dhtserver']

/** Whether the configuration uses the DHT of the public network. */
export function hasDht (config: Pick<ConfigStore, 'get'>): boolean {
  return WITH_DHT.includes(config.get<string | null>('Routing.Type') ?? 'auto')
}
