import { REFUSED_HEADER, VERSION_HEADER } from '../../src/client/protocol/answer-headers.ts'
import { root } from '../../src/commands/root.ts'
import { handleGateway } from '../../src/gateway/handler/handler.ts'
import { WaitingRoom } from '../../src/gateway/handler/waiting-pages.ts'
import { opensTab } from '../../src/gateway/html/content/is-page.ts'
import type { Translation } from '../../src/gateway/html/page/translate-page.ts'
import { localGateway } from '../../src/gateway/local/local-gateway.ts'
import { offlinePlace, ownPlace, redirectElsewhere } from '../../src/gateway/own-origin/own-origin-address.ts'
import type { OwnOrigins } from '../../src/gateway/own-origin/own-origin-address.ts'
import { belowContent } from '../../src/gateway/own-origin/path-below-content.ts'
import { redirectToOwnOrigin } from '../../src/gateway/own-origin/redirect-to-own-origin.ts'
import { goJson } from '../../src/go/json/write-json.ts'
import { errorBody } from '../../src/rpc/command/errors.ts'
import { handleRpc } from '../../src/rpc/handler.ts'
import type { RpcOptions } from '../../src/rpc/handler.ts'
import { plainError } from '../../src/rpc/response/plain-responses.ts'
import type { LazyNode } from '../node/lazy-node.ts'
import { truncatesResponses } from '../responses/truncates-responses.ts'
import { areaOf, isRpcPath } from '../scope/area.ts'
import { withBase, withoutBase } from '../scope/base-path.ts'
import type { ClientCache } from '../scope/client-cache.ts'
import { mayUseContent, rpcRefusal } from '../scope/guard.ts'
import { rebaseLinks } from './rebase-links.ts'

/** Time after which the response head is sent even without a value. Chromium gives a worker about 310 s for it. */
const EARLY_HEAD_MS = 60_000

/**
 * Whether this is Chromium. Of the browsers with streamed request bodies in a worker, only Chromium drops the body when
 * a request is copied. (Node 20 has no navigator.)
 */
const IS_CHROMIUM = 'userAgentData' in (globalThis.navigator ?? {})

/** Browsers ask for it by themselves, for each page that names no other icon. */
const ICON_PATH = '/favicon.ico'

/** Waiting pages for navigations that need the network. Frames and requests of scripts get only the content. */
const waitingRoom = new WaitingRoom({ stopUrl: '/', waitsForFullBody: truncatesResponses() })

/** Everything an answer needs except the node. */
interface Surroundings {
  origins: OwnOrigins
  clients: ClientCache
  /** version of the worker */
  version: string
  /** URL prefix of the explorer page, before a content path */
  explorer?: string | undefined
  /** Reads the language of notes on pages; English if left out. */
  translate?: () => Promise<Translation | undefined>
  /** aborts if the browser is about to stop the worker */
  leaving?: AbortSignal | undefined
}

/** Answers a fetch event for the node, or from a page of content; undefined for any other. */
export function answerFetch (
  event: Pick<FetchEvent, 'request' | 'clientId'>,
  scope: ServiceWorkerGlobalScope,
  node: LazyNode,
  { clients, version, ...rest }: Surroundings
): Promise<Response> | undefined {
  const url = new URL(event.request.url)

  if (url.origin !== scope.location.origin) {
    return undefined
  }

  switch (areaOf(url.pathname)) {
    case 'rpc':
      return (isRpcPath(withoutBase(url.pathname))
        ? undefined
        : redirectIntoContent(event.request, event.request.referrer)) ??
        answerPageRpc(event, scope, node, { clients, version, leaving: rest.leaving }).catch(failureResponse)
    case 'gateway':
      return !mayUseContent(event.request.destination)
        ? Promise.resolve(plainError('403 - Forbidden', 403))
        : answerGateway(event.request, node, rest).catch(failureResponse)
    case 'shell':
      return url.pathname === ICON_PATH
        ? answerContentIcon(event.request, node)
        : redirectIntoContent(event.request, event.request.referrer)
  }
}

/**
 * Answers the request of a content's page for `/favicon.ico`, which browsers send for every page: with the icon of the
 * content, or else with that of the host. Undefined for pages of the application.
 */
function answerContentIcon (request: Request, node: LazyNode): Promise<Response> | undefined {
  const below = contentPathOf(request, request.referrer)?.path

  return below == null ? undefined : node.use(async (open) => {
    const target = new URL(below, request.url).href
    const response = await handleGateway(request, async () => localGateway(await open()), { target, sandbox: true })

    if (response.ok) {
      return response
    }

    await response.body?.cancel()
    // the app's own icon is kept with its other files
    return await caches.match(new URL(withBase(ICON_PATH), request.url)) ?? await fetch(request)
  }).catch(() => new Response(null, { status: 404 }))
}

/**
 * Redirects a root-absolute URL in a page of content to a path below that content. In pages of the application such a
 * URL is a file of the application.
 *
 * @param page - URL of the page that sent the request; may be empty
 */
export function redirectIntoContent (request: Request, page: string): Promise<Response> | undefined {
  const below = contentPathOf(request, page)
  return below == null
    ? undefined
    : Promise.resolve(redirectElsewhere(below.isInBase ? withBase(below.path) : below.path))
}

/**
 * Returns the path below its content for a root-absolute URL that a page of content reads; undefined for any other
 * request.
 */
function contentPathOf ({ url, method }: Request, page: string): { path: string; isInBase: boolean } | undefined {
  const inBase = page === '' ? undefined : rootUrl(page)
  const path = method === 'GET' || method === 'HEAD' ? belowContent(new URL(url), inBase ?? page) : undefined
  return path == null ? undefined : { path, isInBase: inBase != null }
}

async function answerGateway (
  request: Request,
  node: LazyNode,
  { origins, explorer, translate, leaving }: Omit<Surroundings, 'clients' | 'version'>
): Promise<Response> {
  return await node.use(async (open) => {
    const target = rootUrl(request.url)
    const url = new URL(target ?? request.url)
    const ownOrigin = async (): Promise<string | undefined> => (await ownPlace(url, origins)).url
    const offlineOrigin = async (): Promise<string | undefined> => await offlinePlace(url, origins)
    const tab = opensTab(request) ? { waitingRoom, ownOrigin, offlineOrigin } : {}
    const response = await handleGateway(request, async () => localGateway(await open()), {
      target,
      sandbox: true,
      explorer,
      leaving,
      ...tab
    })
    const { method, mode, destination } = request
    return rebaseLinks(
      await redirectToOwnOrigin(
        target == null ? request : { url: target, method, mode, destination } as Request,
        response,
        origins,
        translate
      ),
      request.url
    )
  })
}

async function answerPageRpc (
  { request, clientId }: Pick<FetchEvent, 'request' | 'clientId'>,
  scope: ServiceWorkerGlobalScope,
  node: LazyNode,
  { clients, version, leaving }: Pick<Surroundings, 'clients' | 'version' | 'leaving'>
): Promise<Response> {
  const client = await clients.get(clientId)
  const { mode, destination, referrer } = request

  const refusal = rpcRefusal({
    origin: scope.location.origin,
    clientUrl: client?.url,
    frameType: client?.frameType,
    mode,
    destination,
    referrer
  })

  if (refusal != null) {
    await request.body?.cancel()
    return plainError(`403 - Forbidden: ${refusal}`, 403, { [REFUSED_HEADER]: refusal, [VERSION_HEADER]: version })
  }

  const response = await answerRpc(rootRequest(request), node, { leaving })
  response.headers.set(VERSION_HEADER, version)
  return response
}

/**
 * Answers a request of a caller that may use the RPC.
 *
 * @param options - `files` replaces the files of its body
 */
export async function answerRpc (
  request: Request,
  node: LazyNode,
  { files, leaving }: Pick<RpcOptions, 'files' | 'leaving'> = {}
): Promise<Response> {
  return await node.use(async (open) =>
    await handleRpc(request, {
      root,
      node: open,
      earlyHeadMs: EARLY_HEAD_MS,
      formsAsBlobs: IS_CHROMIUM,
      files,
      leaving
    })
  ).catch(failureResponse)
}

/**
 * Returns the URL of a request without the build's folder; undefined if the build is served from the root, or the URL
 * is outside of the folder.
 */
function rootUrl (url: string): string | undefined {
  if (!URL.canParse(url)) {
    return undefined // such as `about:client`
  }

  const { origin, pathname, search } = new URL(url)
  const path = withoutBase(pathname)
  return path === pathname ? undefined : origin + path + search
}

/**
 * Returns a request for a path in the build's folder as one for the root. It is a proxy because a copy would lose the
 * body in Chromium.
 */
function rootRequest (request: Request): Request {
  const url = rootUrl(request.url)

  return url == null ? request : new Proxy(request, {
    get (target, name) {
      const value: unknown = name === 'url' ? url : Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) as unknown : value
    }
  })
}

/**
 * Answers with the reason why the node does not open (storage refused or broken), as Kubo's error object. A rejection
 * would reach no caller.
 */
function failureResponse (err: unknown): Response {
  return new Response(`${goJson(errorBody(err))}\n`, {
    status: 503,
    headers: { 'Content-Type': 'application/json', 'X-Content-Type-Options': 'nosniff' }
  })
}
