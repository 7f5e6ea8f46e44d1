import { root } from '../src/commands/root.ts'
import { handleGateway } from '../src/gateway/handler.ts'
import { opensTab } from '../src/gateway/html/is-page.ts'
import { localGateway } from '../src/gateway/local-gateway.ts'
import { belowContent } from '../src/gateway/site/below-content.ts'
import { leadElsewhere } from '../src/gateway/site/lead-elsewhere.ts'
import { leadToOrigin } from '../src/gateway/site/lead-to-origin.ts'
import { ownPlace } from '../src/gateway/site/own-place.ts'
import type { OwnOrigins } from '../src/gateway/site/own-place.ts'
import { WaitingRoom } from '../src/gateway/waiting-room.ts'
import { goJson } from '../src/go/write-json.ts'
import { errorBody } from '../src/rpc/errors.ts'
import { handleRpc } from '../src/rpc/handler.ts'
import type { RpcOptions } from '../src/rpc/handler.ts'
import { plainError } from '../src/rpc/plain-responses.ts'
import { areaOf, isRpcPath } from './area.ts'
import { mayUseContent, mayUseRpc } from './guard.ts'
import type { KnownClients } from './known-clients.ts'
import type { LazyNode } from './lazy-node.ts'
import type { WorkerFetchEvent, WorkerScope } from './worker-types.ts'

/** A browser gives a worker about 310 s to send a head (measured in Chromium); well before that it goes out without a value. */
const EARLY_HEAD_MS = 60_000

/** Of the browsers that have a body's stream in a worker the one that copies a request without its body. (Node 20 has no navigator.) */
const IS_CHROMIUM = 'userAgentData' in (globalThis.navigator ?? {})

/** Pages that wait for content of others; frames and all that a script asks for get the content alone. */
const waitingRoom = new WaitingRoom({ stopUrl: '/' })

/** What answers need besides the node. */
interface Surroundings {
  origins: OwnOrigins
  clients: KnownClients
  /** before a content path: where the page shows what it leads to */
  explorer?: string | undefined
}

/** Answers a fetch event that is for the node, or that a page of content sent; undefined for any other. */
export function answerFetch (event: WorkerFetchEvent, scope: WorkerScope, node: LazyNode, { clients, ...rest }: Surroundings): Promise<Response> | undefined {
  const url = new URL(event.request.url)

  if (url.origin !== scope.location.origin) {
    return undefined
  }

  switch (areaOf(url.pathname)) {
    case 'rpc':
      return (isRpcPath(url.pathname) ? undefined : askedByContent(event.request, event.request.referrer)) ?? rpc(event, scope, node, clients).catch(failed)
    case 'gateway':
      return !mayUseContent(event.request.destination) ? Promise.resolve(plainError('403 - Forbidden', 403)) : gateway(event.request, node, rest).catch(failed)
    case 'shell':
      return askedByContent(event.request, event.request.referrer)
  }
}

/**
 * Leads a request of a content's page for a root-absolute URL below that content. In pages of the application such a URL stands for
 * the application's own files.
 *
 * @param page - URL of the page that sent the request; may be empty
 */
export function askedByContent ({ url, method }: Request, page: string): Promise<Response> | undefined {
  const below = method === 'GET' || method === 'HEAD' ? belowContent(new URL(url), page) : undefined
  return below == null ? undefined : Promise.resolve(leadElsewhere(below))
}

async function gateway (request: Request, node: LazyNode, { origins, explorer }: Omit<Surroundings, 'clients'>): Promise<Response> {
  return await node.use(async (open) => {
    const ownOrigin = async (): Promise<string | undefined> => (await ownPlace(new URL(request.url), origins)).url
    const options = opensTab(request) ? { waitingRoom, ownOrigin } : {}
    const response = await handleGateway(request, async () => localGateway(await open()), { sandbox: true, explorer, ...options })
    return await leadToOrigin(request, response, origins)
  })
}

async function rpc ({ request, clientId }: WorkerFetchEvent, scope: WorkerScope, node: LazyNode, clients: KnownClients): Promise<Response> {
  const client = await clients.get(clientId)
  const { mode, destination, referrer } = request

  if (!mayUseRpc({ origin: scope.location.origin, clientUrl: client?.url, frameType: client?.frameType, mode, destination, referrer })) {
    await request.body?.cancel()
    return plainError('403 - Forbidden', 403)
  }

  return await answerRpc(request, node)
}

/** Answers a request of whoever may use the RPC. @param files - in place of those in its body */
export async function answerRpc (request: Request, node: LazyNode, files?: RpcOptions['files']): Promise<Response> {
  return await node.use(async (open) => await handleRpc(request, { root, node: open, earlyHeadMs: EARLY_HEAD_MS, formsAsBlobs: IS_CHROMIUM, files })).catch(failed)
}

/** The node does not open (storage refused or broken): the reason as Kubo's error object, since a rejected answer reaches nobody. */
function failed (err: unknown): Response {
  return new Response(`${goJson(errorBody(err))}\n`, { status: 503, headers: { 'Content-Type': 'application/json', 'X-Content-Type-Options': 'nosniff' } })
}
