import type { IpfsNode } from '../../../node/ipfs-node.ts'
import { CommandError, ERROR_CODES } from '../../../rpc/errors.ts'
import type { NamePubsub } from '../../../swarm/name-pubsub.ts'

/** Names over pubsub of a node that has them, which is one that was started with `Ipns.UsePubsub`; undefined on another. */
export async function namesOverPubsub ({ config, online, swarm }: IpfsNode, signal: AbortSignal): Promise<NamePubsub | undefined> {
  return online && swarm != null && config.get<boolean | null>('Ipns.UsePubsub') === true ? (await swarm.get(signal)).namePubsub : undefined
}

/** The same. @throws a CommandError with Kubo's words on a node without */
export async function openedNamesOverPubsub (node: IpfsNode, signal: AbortSignal): Promise<NamePubsub> {
  const names = await namesOverPubsub(node, signal)

  if (names == null) {
    throw new CommandError('IPNS pubsub subsystem is not enabled', ERROR_CODES.client)
  }

  return names
}
