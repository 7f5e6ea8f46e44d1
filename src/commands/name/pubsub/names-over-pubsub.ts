import type { IpfsNode } from '../../../node/interface/ipfs-node.ts'
import { CommandError, ERROR_CODES } from '../../../rpc/command/errors.ts'
import type { NamePubsub } from '../../../swarm/pubsub/name-pubsub.ts'

/** Returns IPNS over pubsub of an online node with `Ipns.UsePubsub`; undefined for any other. */
export async function namesOverPubsub (
  { config, online, swarm }: IpfsNode,
  signal: AbortSignal
): Promise<NamePubsub | undefined> {
  return online && swarm != null && config.get<boolean | null>('Ipns.UsePubsub') === true
    ? (await swarm.get(signal)).namePubsub
    : undefined
}

/**
 * Returns IPNS over pubsub of the node.
 *
 * @throws a CommandError with Kubo's message on a node without it
 */
export async function requireNamesOverPubsub (node: IpfsNode, signal: AbortSignal): Promise<NamePubsub> {
  const names = await namesOverPubsub(node, signal)

  if (names == null) {
    throw new CommandError('IPNS pubsub subsystem is not enabled', ERROR_CODES.client)
  }

  return names
}
