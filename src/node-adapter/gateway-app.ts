import { gatewayConfig } from '../gateway/config.ts'
import { handleGateway } from '../gateway/handler.ts'
import { localGateway } from '../gateway/local-gateway.ts'
import { plainText } from '../gateway/plain-text.ts'
import { redirect } from '../http/redirect.ts'
import type { IpfsNode } from '../node/ipfs-node.ts'
import { hostOf } from './host-of.ts'
import { routingV1 } from './routing-v1.ts'
import { versionText } from './version-text.ts'

/**
 * The gateway port of a Kubo daemon over Node's http: content by host and path, and the few other paths that answer there (Kubo
 * `cmd/ipfs/kubo/daemon.go`, `serveHTTPGateway`).
 *
 * @param target - path and query, or a whole URL, as they were sent
 */
export async function gatewayApp (request: Request, target: string, node: IpfsNode): Promise<Response> {
  return await handleGateway(request, async () => localGateway(node), {
    target,
    host: hostOf(request, target),
    // as in Kubo: who is not behind a proxy can deceive nobody but itself
    proxied: true,
    others: async (path, headers) => await otherPath(request, path, headers, node)
  })
}

async function otherPath (request: Request, path: string, headers: Headers, node: IpfsNode): Promise<Response> {
  const { config } = node

  if (path.startsWith('/routing/v1/') && config.get('Gateway.ExposeRoutingAPI') !== false) {
    return await routingV1(request, path, headers, node)
  }

  if (path === '/version') {
    return versionText(headers)
  }

  const { rootRedirect } = gatewayConfig(config)
  return rootRedirect === '' ? plainText(headers, '404 page not found', 404) : redirect(request, headers, rootRedirect, 302)
}
