import { gatewayConfig } from '../gateway/config.ts'
import { gatewayHeaders } from '../gateway/gateway-headers.ts'
import { handleGateway } from '../gateway/handler.ts'
import { localGateway } from '../gateway/local-gateway.ts'
import { plainText } from '../gateway/plain-text.ts'
import { escapePath } from '../go/escape.ts'
import { muxPath } from '../go/mux-path.ts'
import { redirect } from '../http/redirect.ts'
import type { IpfsNode } from '../node/ipfs-node.ts'
import { routingV1 } from './routing-v1.ts'
import { versionText } from './version-text.ts'

/** Mutable files too, where they are mounted. */
const CONTENT = /^\/(?:ip[fn]s|mfs)(\/|$)/

/**
 * The gateway port of a Kubo daemon over Node's http: content, and the few other paths that answer there (Kubo
 * `cmd/ipfs/kubo/daemon.go`, `serveHTTPGateway`).
 *
 * @param target - path and query as they were sent
 */
export async function gatewayApp (request: Request, target: string, node: IpfsNode): Promise<Response> {
  const config = gatewayConfig(node.config)
  const [rawPath, ...query] = target.split('?')
  const path = muxPath(rawPath)

  if (CONTENT.test(path)) {
    return await handleGateway(request, async () => localGateway(node), { target })
  }

  if (path !== rawPath) {
    return redirect(request, new Headers(), [escapePath(path), ...query].join('?'), 307)
  }

  if (path.startsWith('/routing/v1/') && node.config.get('Gateway.ExposeRoutingAPI') !== false) {
    return routingV1(request.method, path, gatewayHeaders(config))
  }

  if (path === '/version') {
    return versionText(gatewayHeaders(config))
  }

  return config.rootRedirect === '' ? plainText(gatewayHeaders(config), '404 page not found', 404) : redirect(request, new Headers(), config.rootRedirect, 302)
}
