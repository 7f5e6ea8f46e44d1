import { cleanPath } from '../../go/url/clean-path.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import { handlePinningService, PINNING_SERVICE_PATH } from '../../pinning-service/handle-pinning-service.ts'
import type { PinningServiceInit } from '../../pinning-service/handle-pinning-service.ts'
import { KUBO_VERSION } from '../../repo/version.ts'
import type { Command } from '../../rpc/command/command.ts'
import { API_PREFIX, handleRpc } from '../../rpc/handler.ts'
import type { RpcOptions } from '../../rpc/handler.ts'
import { plainError, refuseUnauthorized } from '../../rpc/response/plain-responses.ts'
import type { RequestHandler } from '../http/request-handler.ts'
import { corsRules, mayCall, preflightResponse, withCors } from './cors.ts'
import { debugResponse } from './debug-paths.ts'

export interface RpcAppOptions
  extends Pick<RpcOptions, 'uploadStallMs' | 'earlyHeadMs' | 'isLetPass' | 'files' | 'imports'> {
  /** pinning service at `/psa`; none when left out */
  pinningService?: PinningServiceInit
}

/**
 * Creates the RPC port of a Kubo daemon over Node's http: the API with Kubo's access rules, and the other paths of that
 * port. A browser worker has a guard of its own instead, because it sees none of these headers.
 */
export function rpcApp (
  node: IpfsNode,
  root: Command,
  port: () => number,
  options: RpcAppOptions = {}
): RequestHandler {
  return async (request, trailer) => {
    const { pathname, search } = new URL(request.url)
    const cleaned = cleanPath(pathname) + (pathname.endsWith('/') && pathname !== '/' ? '/' : '')

    if (cleaned !== pathname || pathname === API_PREFIX) {
      // Go's ServeMux: an unclean path is redirected to the clean one, with the same method.
      return new Response(null, {
        status: 307,
        headers: { Location: (cleaned === API_PREFIX ? `${API_PREFIX}/` : cleaned) + search }
      })
    }

    if (options.pinningService != null && pathname.startsWith(`${PINNING_SERVICE_PATH}/`)) {
      return await handlePinningService(request, options.pinningService)
    }

    if (!pathname.startsWith(`${API_PREFIX}/`)) {
      return otherPath(request, pathname, node)
    }

    return versionMismatch(request, pathname) ??
      await answerApi(request, port(), { ...options, root, node: async () => node, onTrailer: trailer }, node)
  }
}

async function answerApi (request: Request, port: number, options: RpcOptions, node: IpfsNode): Promise<Response> {
  const rules = corsRules(node.config, port)
  const refused = options.isLetPass === true
    ? undefined
    : refuseUnauthorized(node.config, new URL(request.url).pathname, request.headers.get('authorization'))

  // As in Kubo, this precedes the preflight, which has no authorization.
  if (refused != null) {
    return refused
  }

  if (request.method === 'OPTIONS' && request.headers.has('access-control-request-method')) {
    return preflightResponse(request, rules)
  }

  if (request.method === 'POST' && !mayCall(request, rules)) {
    return withCors(request, plainError('403 - Forbidden', 403), rules)
  }

  return withCors(request, await handleRpc(request, options), rules)
}

/** Rejects Kubo clients of another version, except for the version request (Kubo `CheckVersionOption`). */
function versionMismatch (request: Request, pathname: string): Response | undefined {
  const own = `/kubo/${KUBO_VERSION}/`
  const agent = request.headers.get('user-agent') ?? ''
  const command = pathname.slice(API_PREFIX.length + 1).split('/')[0]

  return command !== 'version' && /\/(kubo|go-ipfs)\//.test(agent) && agent !== own
    ? plainError(`api version mismatch (${own} != ${agent})`, 400)
    : undefined
}

function otherPath (request: Request, pathname: string, node: IpfsNode): Response {
  switch (pathname) {
    case '/version':
      return textResponse(`Commit: \nClient Version: kubo/${KUBO_VERSION}/swipfs\n`)
    case '/webui':
      return new Response(`<a href="/webui/">Temporary Redirect</a>.\n\n`, {
        status: 307,
        headers: { 'Content-Type': 'text/html; charset=utf-8', Location: '/webui/' }
      })
    default:
      return debugResponse(pathname, node) ?? noPage(request)
  }
}

function noPage ({ method }: Request): Response {
  return method === 'HEAD' ? new Response(null, { status: 404 }) : plainError('404 page not found', 404)
}

function textResponse (body: string): Response {
  return new Response(body, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
