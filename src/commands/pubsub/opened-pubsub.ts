import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import type { Pubsub } from '../../swarm/pubsub/pubsub.ts'
import { requireSwarm } from '../shared/online-node.ts'

/** Kubo's message (`core/coreapi/pubsub.go`), although no daemon runs here: clients recognize it. */
export const PUBSUB_OFF = 'experimental pubsub feature not enabled, run daemon with --enable-pubsub-experiment to use'

/**
 * Returns the pubsub of the node.
 *
 * @throws an Error with Kubo's message if it is disabled
 */
export async function requirePubsub (node: IpfsNode, signal: AbortSignal): Promise<Pubsub> {
  if (node.swarm == null || node.config.get<boolean | null>('Pubsub.Enabled') !== true) {
    throw new Error(PUBSUB_OFF)
  }

  const { pubsub } = await requireSwarm(node, signal)

  if (pubsub == null) {
    throw new Error(`${PUBSUB_OFF}: the setting counts from the next start of the node on`)
  }

  return pubsub
}
