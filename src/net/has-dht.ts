import type { ConfigStore } from '../config/config-store.ts'

/** The values of `Routing.Type` that use the DHT. */
const WITH_DHT = ['auto', 'autoclient', 'dht', 'dhtclient', 'dhtserver']

/** Whether the configuration uses the DHT of the public network. */
export function hasDht (config: Pick<ConfigStore, 'get'>): boolean {
  return WITH_DHT.includes(config.get<string | null>('Routing.Type') ?? 'auto')
}
