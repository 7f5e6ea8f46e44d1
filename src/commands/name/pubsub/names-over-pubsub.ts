import type { IpfsNode } from '../../../node/ipfs-node.ts'
import { CommandError, ERROR_CODES } from '../../../rpc/errors.ts'

/**
 * Whether names are followed over pubsub: not here, where there is no pubsub.
 *
 * @returns false where nobody wants it either
 * @throws a CommandError on an online node whose configuration asks for it
 */
export function namesOverPubsub ({ config, online }: IpfsNode): false {
  if (online && config.get<boolean | null>('Ipns.UsePubsub') === true) {
    throw new CommandError('names over pubsub (Ipns.UsePubsub) is not part of this version', ERROR_CODES.implementation)
  }

  return false
}

/** @throws a CommandError with Kubo's words */
export function refuseWithoutPubsub (node: IpfsNode): never {
  namesOverPubsub(node)
  throw new CommandError('IPNS pubsub subsystem is not enabled', ERROR_CODES.client)
}
