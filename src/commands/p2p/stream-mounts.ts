import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import type { StreamMounts } from '../../swarm/streams/stream-mounts.ts'
import { MUST_BE_ONLINE } from '../shared/online-node.ts'

/**
 * Returns the stream mounts of the node.
 *
 * @throws an Error with Kubo's message if they are disabled (`Experimental.Libp2pStreamMounting`) or the node is
 *   offline
 */
export function streamMounts ({ config, online, streamMounts }: IpfsNode): StreamMounts {
  if (config.get<boolean>('Experimental.Libp2pStreamMounting') !== true) {
    throw new Error('libp2p stream mounting not enabled')
  }

  if (!online) {
    throw new Error(MUST_BE_ONLINE)
  }

  return streamMounts
}
