import type { HttpService } from '../../swarm/streams/http-service.ts'
import type { PeerGateway } from '../../swarm/streams/peer-gateway.ts'
import { StreamMounts } from '../../swarm/streams/stream-mounts.ts'
import type { StreamSockets } from '../../swarm/streams/stream-sockets.ts'
import type { IpfsNode } from '../interface/ipfs-node.ts'
import type { NodeNetwork } from '../interface/node-network.ts'
import type { SavedListeners } from '../session/saved-listeners.ts'
import type { Network } from './network.ts'

export interface StreamsInit {
  /** TCP sockets of the machine, for forwarded streams (`p2p/*`); undefined if there are none */
  sockets?: StreamSockets
  /**
   * Creates the gateway's handler of HTTP requests over streams (`p2p/listen` with a `/http` target); `p2p/listen`
   * rejects such targets when left out.
   */
  httpService?: (node: HttpServiceDeps) => HttpService
  /** Creates the gateway for peers (`Experimental.GatewayOverLibp2p`); none is served when left out. */
  peerGateway?: (node: HttpServiceDeps) => PeerGateway
}

type HttpServiceDeps = Pick<IpfsNode, 'config' | 'blockstore' | 'names' | 'logs'>

/** Creates the forwarded streams of a node, and offers the services of earlier workers of the session again. */
export function createStreams (
  { sockets, httpService: makeService, peerGateway }: StreamsInit,
  deps: HttpServiceDeps & Pick<IpfsNode, 'identity'>,
  { ownSwarm }: Network,
  saved: SavedListeners | undefined
): Pick<NodeNetwork, 'streamMounts' | 'sockets' | 'httpService'> {
  const streamMounts = new StreamMounts({
    self: deps.identity.id,
    swarm: ownSwarm,
    warn: (text, details) => {
      deps.logs.logger('p2p-mount').warn(text, details)
    }
  })
  const httpService = makeService?.(deps)

  if (httpService != null && deps.config.get<boolean>('Experimental.Libp2pStreamMounting') === true) {
    saved?.restore(streamMounts, httpService)
  }

  // As in Kubo, a changed setting takes effect at the next start.
  if (peerGateway != null && ownSwarm != null && deps.config.get<boolean>('Experimental.GatewayOverLibp2p') === true) {
    peerGateway(deps)(ownSwarm)
  }

  return { streamMounts, sockets, httpService }
}
