import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import type { Swarm } from '../../swarm/swarm.ts'
import { ACTION_MUST_BE_ONLINE } from './online-errors.ts'

/**
 * Returns the swarm of a node, and starts it if needed.
 *
 * @param words - error message for a node without a swarm; Kubo has several
 */
export async function openedSwarm (
  { swarm }: Pick<IpfsNode, 'swarm'>,
  signal: AbortSignal,
  words = ACTION_MUST_BE_ONLINE
): Promise<Swarm> {
  if (swarm == null) {
    throw new Error(words)
  }

  return await swarm.get(signal)
}
