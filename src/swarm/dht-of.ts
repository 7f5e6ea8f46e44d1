import type { ConfigStore } from '../config/config-store.ts'
import { hasDht } from '../net/has-dht.ts'
import type { Dht } from './dht.ts'
import type { LazySwarm } from './lazy-swarm.ts'

/** The DHT of a node whose configuration has one, its swarm started where it does not run yet. @throws what the start throws; the signal's reason */
export async function dhtOf ({ config, swarm }: { config: Pick<ConfigStore, 'get'>, swarm: LazySwarm | undefined }, signal: AbortSignal): Promise<Dht | undefined> {
  return swarm != null && hasDht(config) ? (await swarm.get(signal)).dht : undefined
}
