import { AcceptedRecords } from '../../delegated-router/accepted-records.ts'
import type { DelegatedRouter } from '../../delegated-router/delegated-router.ts'
import { plainText } from '../../gateway/errors/plain-text.ts'
import { handleGateway } from '../../gateway/handler/handler.ts'
import type { Gateway } from '../../gateway/handler/handler.ts'
import { localGateway } from '../../gateway/local/local-gateway.ts'
import type { LocalGatewayParts } from '../../gateway/local/local-gateway.ts'
import { gatewayConfig } from '../../gateway/request/config.ts'
import { RunningRequests } from '../../gateway/steps/refusals.ts'
import { redirect } from '../../http/response/redirect.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import { parsePath } from '../../path/content-path.ts'
import { KUBO_VERSION } from '../../repo/version.ts'
import type { RequestHandler } from '../http/request-handler.ts'
import { hostOf } from '../http/request-url.ts'
import { routingV1 } from './routing-v1.ts'
import type { RoutingV1Options } from './routing-v1.ts'

export interface GatewayAppOptions {
  /** router that accepts and serves announcements of peers; none when left out, as in Kubo */
  announced?: DelegatedRouter
  /** limit of concurrent requests, in addition to `Gateway.MaxConcurrentRequests` */
  maxRequests?: number
  /** counts concurrent requests, if others share the limit; by default those of this node */
  running?: RunningRequests
  /** Returns the exchange for a request; by default that of the node. */
  exchange?: (request: Request) => LocalGatewayParts['exchange']
  /** Handles other paths of the host; returns undefined for paths that are not its own. */
  own?: (path: string, request: Request) => Promise<Response | undefined>
}

/**
 * Creates the gateway port of a Kubo daemon over Node's http: content by host and path, and the other paths of that
 * port (Kubo `cmd/ipfs/kubo/daemon.go`, `serveHTTPGateway`).
 */
export function gatewayApp (
  node: IpfsNode,
  { announced, maxRequests, running, exchange = () => node.exchange, own }: GatewayAppOptions = {}
): RequestHandler {
  const taken = new AcceptedRecords({ datastore: node.datastore, isPinned: async (path) => await isPinned(path, node) })
  const routing = { announced, taken, running: new RunningRequests(), maxRequests }

  return async (request, _, target) =>
    await handleGateway(
      request,
      async () => boundGateway(gatewayOf(node, exchange(request)), { maxRequests, running }),
      {
        target,
        host: hostOf(request, target),
        // As in Kubo: a client that forges proxy headers deceives only itself.
        proxied: true,
        fallback: async (path, headers) =>
          await own?.(path, request) ?? await otherPath(request, path, headers, node, routing)
      }
    )
}

function gatewayOf (
  { config, blockstore, names, online, logs, mountedFiles }: IpfsNode,
  exchange: LocalGatewayParts['exchange']
): Gateway {
  return localGateway({ config, blockstore, names, exchange, online, logs, mountedFiles })
}

function boundGateway (
  gateway: Gateway,
  { maxRequests, running = gateway.running }: Pick<GatewayAppOptions, 'maxRequests' | 'running'>
): Gateway {
  const { config } = gateway
  return maxRequests == null
    ? gateway
    : {
      ...gateway,
      running,
      config: { ...config, maxConcurrentRequests: Math.min(config.maxConcurrentRequests || Infinity, maxRequests) }
    }
}

/** Returns whether a path leads into a recursively pinned DAG. */
async function isPinned (path: string, { pins }: IpfsNode): Promise<boolean> {
  const { cid } = parsePath(path)
  return cid != null && (await pins.get(cid))?.mode === 'recursive'
}

async function otherPath (
  request: Request,
  path: string,
  headers: Headers,
  node: IpfsNode,
  routing: RoutingV1Options
): Promise<Response> {
  const { config } = node

  if (path.startsWith('/routing/v1/') && config.get('Gateway.ExposeRoutingAPI') !== false) {
    return await routingV1(request, path, headers, node, routing)
  }

  if (path === '/version') {
    return versionText(headers)
  }

  const { rootRedirect } = gatewayConfig(config)
  return rootRedirect === ''
    ? plainText(headers, '404 page not found', 404)
    : redirect(request, headers, rootRedirect, 302)
}

/**
 * Returns the response to `/version`, from which clients read Kubo's version.
 *
 * @param headers - initial headers
 */
function versionText (headers: Headers): Response {
  const body = `Commit: \nClient Version: kubo/${KUBO_VERSION}\n`
  headers.set('Content-Type', 'text/plain; charset=utf-8')
  headers.set('Content-Length', String(body.length))
  return new Response(body, { headers })
}
