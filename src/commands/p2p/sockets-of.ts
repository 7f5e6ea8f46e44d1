import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import { CommandError, ERROR_CODES } from '../../rpc/command/errors.ts'
import type { StreamSockets } from '../../swarm/streams/stream-sockets.ts'

/**
 * Returns the sockets of the machine.
 *
 * @throws a CommandError that names the alternatives
 */
export function socketsOf ({ sockets }: Pick<IpfsNode, 'sockets'>): StreamSockets {
  if (sockets == null) {
    throw new CommandError(
      'this node has no sockets: a browser has none, and streams end at its gateway there (/http), or at a page ' +
        '(acceptStreams, openStream of the client library)',
      ERROR_CODES.implementation
    )
  }

  return sockets
}
