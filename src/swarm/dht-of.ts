import { asksDht } from './asks-dht.ts'
import type { MayAskDht } from './asks-dht.ts'
import type { Dht } from './dht.ts'

/** The DHT of a node whose configuration has one, its swarm started where it does not run yet. @throws what the start throws; the signal's reason */
export async function dhtOf (node: MayAskDht, signal: AbortSignal): Promise<Dht | undefined> {
  return asksDht(node) ? (await node.swarm.get(signal)).dht : undefined
}
