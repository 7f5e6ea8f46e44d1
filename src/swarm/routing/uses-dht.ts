import type { ConfigStore } from '../../config/config-store.ts'
import { hasDht } from '../../net/has-dht.ts'
import type { LazySwarm } from '../lazy-swarm.ts'

/** The parts of a node that decide whether it uses the DHT. */
export interface MayAskDht {
  config: Pick<ConfigStore, 'get'>
  /** Undefined if the node is no peer. */
  swarm: LazySwarm | undefined
}

/** Whether a node is a peer that uses the DHT, according to its configuration. */
export function asksDht<T extends MayAskDht> (node: T): node is T & { swarm: LazySwarm } {
  return node.swarm != null && hasDht(node.config)
}
