import { hasDht } from '../../net/has-dht.ts'
import type { IpfsNode } from '../../node/ipfs-node.ts'

/** Whether the node is a peer that asks the DHT, as its configuration says. */
export function asksDht ({ config, swarm }: Pick<IpfsNode, 'config' | 'swarm'>): boolean {
  return swarm != null && hasDht(config)
}
