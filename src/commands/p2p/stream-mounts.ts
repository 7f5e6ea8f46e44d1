import type { IpfsNode } from '../../node/ipfs-node.ts'
import type { StreamMounts } from '../../swarm/streams/stream-mounts.ts'
import { MUST_BE_ONLINE } from '../shared/online-errors.ts'

/** What p2p/* work on. @throws an Error with Kubo's words where that is off (`Experimental.Libp2pStreamMounting`) or the node offline */
export function streamMounts ({ config, online, streamMounts }: IpfsNode): StreamMounts {
  if (config.get<boolean>('Experimental.Libp2pStreamMounting') !== true) {
    throw new Error('libp2p stream mounting not enabled')
  }

  if (!online) {
    throw new Error(MUST_BE_ONLINE)
  }

  return streamMounts
}
