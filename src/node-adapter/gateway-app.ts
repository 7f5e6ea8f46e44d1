import type { DelegatedRouter } from '../delegated-router/delegated-router.ts'
import { gatewayConfig } from '../gateway/config.ts'
import { handleGateway } from '../gateway/handler.ts'
import type { Gateway } from '../gateway/handler.ts'
import { localGateway } from '../gateway/local-gateway.ts'
import { plainText } from '../gateway/plain-text.ts'
import { redirect } from '../http/redirect.ts'
import type { IpfsNode } from '../node/ipfs-node.ts'
import { hostOf } from './host-of.ts'
import { routingV1 } from './routing-v1.ts'
import { versionText } from './version-text.ts'

export interface GatewayAppOptions {
  /** takes announcements of peers, and knows them; nobody announces here when left out, as in Kubo */
  announced?: DelegatedRouter
  /** requests that it answers at once, however many `Gateway.MaxConcurrentRequests` allows */
  maxRequests?: number
  /** other paths of a shell; undefined for those that are none of its own */
  own?: (path: string) => Promise<Response | undefined>
}

/**
 * The gateway port of a Kubo daemon over Node's http: content by host and path, and the few other paths that answer there (Kubo
 * `cmd/ipfs/kubo/daemon.go`, `serveHTTPGateway`).
 *
 * @param target - path and query, or a whole URL, as they were sent
 */
export async function gatewayApp (request: Request, target: string, node: IpfsNode, options: GatewayAppOptions = {}): Promise<Response> {
  return await handleGateway(request, async () => bounded(localGateway(node), options.maxRequests), {
    target,
    host: hostOf(request, target),
    // as in Kubo: who is not behind a proxy can deceive nobody but itself
    proxied: true,
    others: async (path, headers) => await options.own?.(path) ?? await otherPath(request, path, headers, node, options)
  })
}

function bounded (gateway: Gateway, maxRequests: number | undefined): Gateway {
  const { config } = gateway
  return maxRequests == null ? gateway : { ...gateway, config: { ...config, maxConcurrentRequests: Math.min(config.maxConcurrentRequests || Infinity, maxRequests) } }
}

async function otherPath (request: Request, path: string, headers: Headers, node: IpfsNode, { announced }: GatewayAppOptions): Promise<Response> {
  const { config } = node

  if (path.startsWith('/routing/v1/') && config.get('Gateway.ExposeRoutingAPI') !== false) {
    return await routingV1(request, path, headers, node, announced)
  }

  if (path === '/version') {
    return versionText(headers)
  }

  const { rootRedirect } = gatewayConfig(config)
  return rootRedirect === '' ? plainText(headers, '404 page not found', 404) : redirect(request, headers, rootRedirect, 302)
}
