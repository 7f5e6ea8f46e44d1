import { root } from '../src/commands/root.ts'
import { handleGateway } from '../src/gateway/handler.ts'
import { opensTab } from '../src/gateway/html/is-page.ts'
import { localGateway } from '../src/gateway/local-gateway.ts'
import { belowContent } from '../src/gateway/site/below-content.ts'
import { leadElsewhere } from '../src/gateway/site/lead-elsewhere.ts'
import { leadToOrigin } from '../src/gateway/site/lead-to-origin.ts'
import { offlinePlace, ownPlace } from '../src/gateway/site/own-place.ts'
import type { OwnOrigins } from '../src/gateway/site/own-place.ts'
import { WaitingRoom } from '../src/gateway/waiting-room.ts'
import { goJson } from '../src/go/write-json.ts'
import { errorBody } from '../src/rpc/errors.ts'
import { handleRpc } from '../src/rpc/handler.ts'
import type { RpcOptions } from '../src/rpc/handler.ts'
import { plainError } from '../src/rpc/plain-responses.ts'
import { REFUSED_HEADER, VERSION_HEADER } from '../src/client/node-answer.ts'
import { areaOf, isRpcPath } from './area.ts'
import { withBase, withoutBase } from './base.ts'
import { cutsAnswersSilently } from './cuts-answers-silently.ts'
import { mayUseContent, rpcRefusal } from './guard.ts'
import type { KnownClients } from './known-clients.ts'
import type { LazyNode } from './lazy-node.ts'
import { linksIntoBase } from './page-links.ts'
import type { WorkerFetchEvent, WorkerScope } from './worker-types.ts'

/** A browser gives a worker about 310 s to send a head (measured in Chromium); well before that it goes out without a value. */
const EARLY_HEAD_MS = 60_000

/** Of the browsers that have a body's stream in a worker the one that copies a request without its body. (Node 20 has no navigator.) */
const IS_CHROMIUM = 'userAgentData' in (globalThis.navigator ?? {})

/** Browsers ask for it by themselves, for each page that names no other icon. */
const ICON_PATH = '/favicon.ico'

/** Pages that wait for content of others; frames and all that a script asks for get the content alone. */
const waitingRoom = new WaitingRoom({ stopUrl: '/', waitsForWhole: cutsAnswersSilently() })

/** What answers need besides the node. */
interface Surroundings {
  origins: OwnOrigins
  clients: KnownClients
  /** of the worker */
  version: string
  /** before a content path: where the page shows what it leads to */
  explorer?: string | undefined
  /** aborts when the browser is about to stop the worker */
  leaving?: AbortSignal | undefined
}

/** Answers a fetch event that is for the node, or that a page of content sent; undefined for any other. */
export function answerFetch (event: WorkerFetchEvent, scope: WorkerScope, node: LazyNode, { clients, version, ...rest }: Surroundings): Promise<Response> | undefined {
  const url = new URL(event.request.url)

  if (url.origin !== scope.location.origin) {
    return undefined
  }

  switch (areaOf(url.pathname)) {
    case 'rpc':
      return (isRpcPath(withoutBase(url.pathname)) ? undefined : askedByContent(event.request, event.request.referrer)) ??
        rpc(event, scope, node, { clients, version, leaving: rest.leaving }).catch(failed)
    case 'gateway':
      return !mayUseContent(event.request.destination) ? Promise.resolve(plainError('403 - Forbidden', 403)) : gateway(event.request, node, rest).catch(failed)
    case 'shell':
      return url.pathname === ICON_PATH ? iconOfContent(event.request, node) : askedByContent(event.request, event.request.referrer)
  }
}

/**
 * Answers the request of a content's page for `/favicon.ico`, which browsers send for every page: with the icon of the
 * content, or else with that of the host. Undefined for pages of the application.
 */
function iconOfContent (request: Request, node: LazyNode): Promise<Response> | undefined {
  const below = belowPage(request, request.referrer)?.path

  return below == null ? undefined : node.use(async (open) => {
    const target = new URL(below, request.url).href
    const response = await handleGateway(request, async () => localGateway(await open()), { target, sandbox: true })

    if (response.ok) {
      return response
    }

    await response.body?.cancel()
    return await fetch(request)
  }).catch(() => new Response(null, { status: 404 }))
}

/**
 * Leads a request of a content's page for a root-absolute URL below that content. In pages of the application such a URL stands for
 * the application's own files.
 *
 * @param page - URL of the page that sent the request; may be empty
 */
export function askedByContent (request: Request, page: string): Promise<Response> | undefined {
  const below = belowPage(request, page)
  return below == null ? undefined : Promise.resolve(leadElsewhere(below.isInBase ? withBase(below.path) : below.path))
}

/** Returns the path below its content for a root-absolute URL that a page of content reads; undefined for any other request. */
function belowPage ({ url, method }: Request, page: string): { path: string, isInBase: boolean } | undefined {
  const inBase = page === '' ? undefined : rootUrl(page)
  const path = method === 'GET' || method === 'HEAD' ? belowContent(new URL(url), inBase ?? page) : undefined
  return path == null ? undefined : { path, isInBase: inBase != null }
}

async function gateway (request: Request, node: LazyNode, { origins, explorer, leaving }: Omit<Surroundings, 'clients' | 'version'>): Promise<Response> {
  return await node.use(async (open) => {
    const target = rootUrl(request.url)
    const url = new URL(target ?? request.url)
    const ownOrigin = async (): Promise<string | undefined> => (await ownPlace(url, origins)).url
    const offlineOrigin = async (): Promise<string | undefined> => await offlinePlace(url, origins)
    const tab = opensTab(request) ? { waitingRoom, ownOrigin, offlineOrigin } : {}
    const response = await handleGateway(request, async () => localGateway(await open()), { target, sandbox: true, explorer, leaving, ...tab })
    const { method, mode, destination } = request
    return linksIntoBase(await leadToOrigin(target == null ? request : { url: target, method, mode, destination } as Request, response, origins))
  })
}

async function rpc ({ request, clientId }: WorkerFetchEvent, scope: WorkerScope, node: LazyNode, { clients, version, leaving }: Pick<Surroundings, 'clients' | 'version' | 'leaving'>): Promise<Response> {
  const client = await clients.get(clientId)
  const { mode, destination, referrer } = request

  const refusal = rpcRefusal({ origin: scope.location.origin, clientUrl: client?.url, frameType: client?.frameType, mode, destination, referrer })

  if (refusal != null) {
    await request.body?.cancel()
    return plainError(`403 - Forbidden: ${refusal}`, 403, { [REFUSED_HEADER]: refusal, [VERSION_HEADER]: version })
  }

  const response = await answerRpc(rootRequest(request), node, { leaving })
  response.headers.set(VERSION_HEADER, version)
  return response
}

/** Answers a request of a caller that may use the RPC. @param options - `files`: in place of those in its body */
export async function answerRpc (request: Request, node: LazyNode, { files, leaving }: Pick<RpcOptions, 'files' | 'leaving'> = {}): Promise<Response> {
  return await node.use(async (open) => await handleRpc(request, { root, node: open, earlyHeadMs: EARLY_HEAD_MS, formsAsBlobs: IS_CHROMIUM, files, leaving })).catch(failed)
}

/** Returns the URL of a request as if the build lay at the root; undefined if it does, or if the request is for the root. */
function rootUrl (url: string): string | undefined {
  if (!URL.canParse(url)) {
    return undefined // such as `about:client`
  }

  const { origin, pathname, search } = new URL(url)
  const path = withoutBase(pathname)
  return path === pathname ? undefined : origin + path + search
}

/** Returns a request for a path below the build's folder as one for the root. A copy would lose the body in Chromium. */
function rootRequest (request: Request): Request {
  const url = rootUrl(request.url)

  return url == null ? request : new Proxy(request, {
    get (target, name) {
      const value: unknown = name === 'url' ? url : Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) as unknown : value
    }
  })
}

/** The node does not open (storage refused or broken): the reason as Kubo's error object, since a rejected answer reaches nobody. */
function failed (err: unknown): Response {
  return new Response(`${goJson(errorBody(err))}\n`, { status: 503, headers: { 'Content-Type': 'application/json', 'X-Content-Type-Options': 'nosniff' } })
}
