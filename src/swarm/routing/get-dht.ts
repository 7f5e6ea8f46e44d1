import type { ConfigStore } from '../../config/config-store.ts'
import { hasDht } from '../../net/network-settings.ts'
import type { Dht } from '../dht.ts'
import type { LazySwarm } from '../lazy-swarm.ts'

/** The parts of a node that decide whether it uses the DHT. */
export interface DhtNode {
  config: Pick<ConfigStore, 'get'>
  /** Undefined if the node is no peer. */
  swarm: LazySwarm | undefined
}

/**
 * Returns the DHT of a node, and starts its swarm if necessary; undefined if its configuration has no DHT.
 *
 * @throws errors of the start, and the signal's reason
 */
export async function getDht (node: DhtNode, signal: AbortSignal): Promise<Dht | undefined> {
  return usesDht(node) ? (await node.swarm.get(signal)).dht : undefined
}

/** Whether a node is a peer that uses the DHT, according to its configuration. */
export function usesDht<T extends DhtNode> (node: T): node is T & { swarm: LazySwarm } {
  return node.swarm != null && hasDht(node.config)
}
