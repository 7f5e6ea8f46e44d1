import type { ConfigStore } from '../config/config-store.ts'
import { hasDht } from '../net/has-dht.ts'
import type { LazySwarm } from './lazy-swarm.ts'

/** The parts of a node that say whether it asks the DHT. */
export interface MayAskDht {
  config: Pick<ConfigStore, 'get'>
  /** undefined for a node that is no peer */
  swarm: LazySwarm | undefined
}

/** Whether a node is a peer that asks the DHT, as its configuration says. */
export function asksDht <T extends MayAskDht> (node: T): node is T & { swarm: LazySwarm } {
  return node.swarm != null && hasDht(node.config)
}
