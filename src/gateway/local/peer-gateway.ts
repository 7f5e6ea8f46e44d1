import { KUBO_VERSION } from '../../repo/version.ts'
import { GATEWAY_PROTOCOL, servePeerGateway, WELL_KNOWN_PROTOCOLS } from '../../swarm/streams/peer-gateway.ts'
import type { PeerGateway } from '../../swarm/streams/peer-gateway.ts'
import { offlineNames } from '../backends/gateway-names.ts'
import { plainText } from '../errors/plain-text.ts'
import { handleGateway } from '../handler/handler.ts'
import type { Gateway } from '../handler/handler.ts'
import { httpStreams } from './http-streams.ts'
import { localGateway } from './local-gateway.ts'
import type { LocalGatewayParts } from './local-gateway.ts'

/** The settings that Kubo fixes (`core/corehttp/gateway.go`, `Libp2pGatewayOption`). */
const FIXED: Partial<Gateway['config']> = {
  deserializedResponses: false,
  disableHtmlErrors: true,
  httpHeaders: {},
  noDnslink: true,
  noFetch: true,
  publicGateways: new Map(),
  rootRedirect: ''
}

/**
 * Makes the trustless gateway over libp2p (`Experimental.GatewayOverLibp2p`): blocks and CARs of local content below
 * `/ipfs`, and the list of protocols by which clients find it (github.com/libp2p/specs/tree/master/http). A stranger's
 * request causes no fetch and resolves no name.
 *
 * @example
 * ```ts
 * const serve = peerGateway(node)
 * ```
 */
export function peerGateway (node: Pick<LocalGatewayParts, 'config' | 'blockstore' | 'names' | 'logs'>): PeerGateway {
  const serve = httpStreams()
  const parts: LocalGatewayParts = { ...node, names: offlineNames(node.names), exchange: undefined, online: false }

  const open = async (): Promise<Gateway> => {
    const gateway = localGateway(parts)
    return { ...gateway, config: { ...gateway.config, ...FIXED } }
  }

  const answer = async (request: Request, target: string): Promise<Response> => {
    const { pathname } = new URL(request.url)

    if (pathname.startsWith('/ipfs/')) {
      return await handleGateway(request, open, { target })
    }

    switch (pathname) {
      case WELL_KNOWN_PROTOCOLS:
        return answerProtocols(request)
      case '/version':
        return plainText(new Headers(), `Commit: \nClient Version: kubo/${KUBO_VERSION}`, 200)
      default:
        return plainText(new Headers(), '404 page not found', 404)
    }
  }

  return (swarm) => {
    servePeerGateway(swarm, (stream) => serve(stream, answer), (problem) => {
      node.logs?.logger('p2p-mount').warn(problem)
    })
  }
}

/** Answers with the paths of protocols that are served over HTTP (go-libp2p `p2p/http/libp2phttp.go`). */
function answerProtocols ({ method, headers }: Request): Response {
  if (!/^$|application\/json|\*\/\*/.test(headers.get('accept') ?? '')) {
    return plainText(new Headers(), 'Only application/json is supported', 406)
  }

  return method === 'GET'
    ? Response.json({ [GATEWAY_PROTOCOL]: { path: '/' } })
    : plainText(new Headers(), 'Only GET requests are supported', 405)
}
