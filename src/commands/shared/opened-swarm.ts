import type { IpfsNode } from '../../node/ipfs-node.ts'
import type { Swarm } from '../../swarm/swarm.ts'
import { ACTION_MUST_BE_ONLINE } from './online-errors.ts'

/** The swarm of a node, started where it does not run yet. @param words - of the error on a node that is no peer; Kubo has several */
export async function openedSwarm ({ swarm }: Pick<IpfsNode, 'swarm'>, signal: AbortSignal, words = ACTION_MUST_BE_ONLINE): Promise<Swarm> {
  if (swarm == null) {
    throw new Error(words)
  }

  return await swarm.get(signal)
}
