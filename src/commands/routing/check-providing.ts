import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import { MUST_BE_ONLINE } from '../shared/online-node.ts'

/**
 * Checks that the node may announce keys.
 *
 * @throws an Error with Kubo's message if it may not
 */
export function checkProviding ({ online, config }: IpfsNode): void {
  if (!online) {
    throw new Error(MUST_BE_ONLINE)
  }

  if (config.get<boolean | null>('Provide.Enabled') === false) {
    throw new Error("invalid configuration: Provide.Enabled is set to 'false'")
  }
}
