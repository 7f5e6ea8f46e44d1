import type { Dht } from '../dht.ts'
import { asksDht } from './uses-dht.ts'
import type { MayAskDht } from './uses-dht.ts'

/**
 * Returns the DHT of a node, and starts its swarm if necessary; undefined if its configuration has no DHT.
 *
 * @throws errors of the start, and the signal's reason
 */
export async function dhtOf (node: MayAskDht, signal: AbortSignal): Promise<Dht | undefined> {
  return asksDht(node) ? (await node.swarm.get(signal)).dht : undefined
}
