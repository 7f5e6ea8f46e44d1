import { eitherSignal } from '../../async/signals/either-signal.ts'
import { retrievalReason } from '../../blocks/exchange/retrieval-reason.ts'
import type { RetrievalReport } from '../../blocks/exchange/retrieval-report.ts'
import { errorMessage } from '../../go/text/error-message.ts'
import { parseGoQuery, percentDecode } from '../../go/url/query.ts'
import { RequestLife } from '../../http/body/request-life.ts'
import { acceptsType } from '../../http/headers/accept.ts'
import { bufferedResponse } from '../../http/response/buffered-response.ts'
import type { Logger } from '../../log/logs.ts'
import { errorStatus } from '../errors/error-status.ts'
import { RetrievalTimeoutError, StatusError } from '../errors/gateway-errors.ts'
import { belowRoot } from '../hosts/routing/dnslink-host.ts'
import { webError } from '../html/status/web-error.ts'
import type { WebErrorOptions } from '../html/status/web-error.ts'
import type { Backend, Trail } from '../request/backend.ts'
import type { GatewayConfig } from '../request/config.ts'
import { isOnlyIfCached } from '../request/request.ts'
import type { Incoming } from '../request/request.ts'
import { gatewayHeaders } from '../response/response-headers.ts'
import { sandbox } from '../response/sandbox.ts'
import type { RunningRequests } from '../steps/refusals.ts'
import { answerRequest } from './steps.ts'
import type { WaitingRoom } from './waiting-pages.ts'

/** A gateway: its configuration, and its sources. */
export interface Gateway {
  config: GatewayConfig
  backend: Backend
  /** makes a backend of local content, which fetches nothing; `backend` by default */
  cached?: () => Backend
  /** counts requests, for `Gateway.MaxConcurrentRequests`; not counted by default */
  running?: RunningRequests
  /** report of the sources that were asked for blocks so far; undefined if nothing is fetched */
  retrieval?: () => RetrievalReport | undefined
  /** logs requests and their errors */
  log?: Logger
}

export interface GatewayOptions {
  /** Whether content shares its origin with an application: it is displayed without scripts. */
  sandbox?: boolean
  /**
   * Returns the URL of the request on the content's own origin, if a user opens a document; undefined if it has none.
   */
  ownOrigin?: () => Promise<string | undefined>
  /** Finds that URL while the host cannot be reached, if something answers there; undefined otherwise. */
  offlineOrigin?: () => Promise<string | undefined>
  /** URL prefix of the explorer page of this origin, such as `/#/explore`, to which a content path is appended. */
  explorer?: string | undefined
  /**
   * Shows a waiting page for navigations while content is fetched. Without it callers get only the answer.
   */
  waitingRoom?: WaitingRoom
  /**
   * Aborts if the worker must stop before the answer is complete. The answer then ends with the reason as its error.
   */
  leaving?: AbortSignal | undefined
  /**
   * The original path and query, or a whole URL as sent to proxies. Needed because the URL of the request is normalized
   * and has no dot segments.
   */
  target?: string
  /** The content path of the whole origin, `/ipfs/CID` or `/ipns/NAME`. Request paths are below it. */
  root?: string
  /** URL of the application of the node from which such an origin comes, without a slash at its end. */
  home?: string
  /** The gateway for other contents, `//HOST`, as seen from such an origin. */
  gatewayUrl?: string
  /**
   * The requested host, with its port. Some hosts represent a content (`Gateway.PublicGateways`, DNSLink). Without it
   * the path is used as it is.
   */
  host?: string
  /** Whether the client is a trusted proxy: `X-Forwarded-Host` and `X-Forwarded-Proto` are used. */
  proxied?: boolean
  /** Answers paths outside of all content namespaces, unless the host represents a content. By default 404. */
  fallback?: (path: string, headers: Headers) => Response | Promise<Response>
  /** @deprecated Use `fallback`. */
  others?: (path: string, headers: Headers) => Response | Promise<Response>
}

/**
 * Answers a request below `/ipfs` or `/ipns` (specs.ipfs.tech/http-gateways/path-gateway). Never rejects.
 *
 * @param gateway - the gateway, or a function that opens it; if that fails with an error of no other status, the answer
 *   is 503
 * @example
 * ```ts
 * const response = await handleGateway(request, localGateway(node), { sandbox: true })
 * ```
 */
export async function handleGateway (
  request: Request,
  gateway: Gateway | (() => Promise<Gateway>),
  options: GatewayOptions = {}
): Promise<Response> {
  const { waitingRoom } = options

  if (waitingRoom == null || !isPageRequest(request)) {
    return await openAndRespond(request, gateway, options, {})
  }

  const leaving = new AbortController()
  const asking: Asking = { signal: leaving.signal }

  const kept = waitingRoom.take(request.url)

  if (kept != null) {
    return kept
  }

  const coming = openAndRespond(request, gateway, options, asking)

  return await waitingRoom.show(request, {
    answer: waitingRoom.waitsForFullBody
      ? coming.then(bufferedResponse).catch((err: unknown) => faultResponse(request, options, err))
      : coming,
    retrieval: () => asking.retrieval?.(),
    naming: () => asking.trail?.naming,
    abort: (reason) => {
      leaving.abort(reason)
    },
    explorer: options.explorer
  })
}

/** State of a request in progress. */
interface Asking extends Pick<Gateway, 'retrieval'> {
  /** aborts the request although its client is still there */
  signal?: AbortSignal
  trail?: Trail
}

/** Whether a request opens a page that a user sees. For downloads and ranges the browser itself shows progress. */
function isPageRequest (request: Request): boolean {
  const { method, headers, url } = request
  const { searchParams } = new URL(url)
  return method === 'GET' && acceptsType(headers.get('accept'), 'text/html') && !headers.has('range') &&
    !isOnlyIfCached(request) && !searchParams.has('format') && searchParams.get('download') !== 'true'
}

async function openAndRespond (
  request: Request,
  gateway: Gateway | (() => Promise<Gateway>),
  options: GatewayOptions,
  asking: Asking
): Promise<Response> {
  try {
    const open = typeof gateway === 'function'
      ? await gateway().catch((err: unknown) => {
        throw errorStatus(err) === 500 ? new StatusError(503, errorMessage(err)) : err
      })
      : gateway
    asking.retrieval = open.retrieval
    asking.trail = {}
    return finishResponse(request, await respondTo(request, open, options, asking.trail, asking.signal), options)
  } catch (err) {
    return faultResponse(request, options, err)
  }
}

/** Answers an error without a gateway, after a bug, or after the head. The configuration is unknown then. */
function faultResponse (request: Request, options: GatewayOptions, err: unknown): Response {
  return finishResponse(
    request,
    webError(
      request,
      gatewayHeaders({ httpHeaders: {}, sendsXIpfsPath: true, exposesIpfsUri: false }),
      { disableHtmlErrors: false, diagnosticServiceUrl: '' },
      err,
      linkOptions(request, options)
    ),
    options
  )
}

/** Returns what error pages need for their links. Pages of a gateway alone have none. */
function linkOptions (
  request: Request,
  { target, root, home, sandbox = false, explorer }: GatewayOptions
): Pick<WebErrorOptions, 'linksFrom' | 'site' | 'explorer'> {
  return {
    linksFrom: sandbox || root != null ? splitTarget(target ?? request.url).rawPath : undefined,
    site: root == null ? undefined : { root, home },
    explorer
  }
}

async function respondTo (
  request: Request,
  { config, backend, cached, running, log, retrieval = () => undefined }: Gateway,
  options: GatewayOptions,
  trail: Trail,
  leaving?: AbortSignal
): Promise<Response> {
  const headers = gatewayHeaders(config)
  const { retrievalTimeoutMs: ms, maxRequestMs, maxConcurrentRequests } = config
  let leave: (() => void) | undefined

  const life = new RequestLife(eitherSignal(eitherSignal(request.signal, options.leaving), leaving), {
    timeoutMs: maxRequestMs > 0 ? maxRequestMs : undefined,
    idle: ms > 0 ? { ms, error: () => new RetrievalTimeoutError(retrievalReasonOf(retrieval())) } : undefined,
    ended: () => leave?.()
  })

  const path = splitTarget(options.target ?? request.url).rawPath
  let response: Response

  const enter = (): boolean => {
    leave = running == null || maxConcurrentRequests === 0 ? () => {} : running.enter(maxConcurrentRequests)
    return leave != null
  }

  log?.debug(`${request.method} ${path}`)

  try {
    life.waiting()
    response = await answerRequest(
      incomingRequest(request, options, {
        config,
        headers,
        life,
        backend: isOnlyIfCached(request) ? cached?.() ?? backend : backend,
        enter,
        trail
      })
    )
    life.arrived()
  } catch (err) {
    life.abort(err)
    log?.info(`${path}: ${errorMessage(err)}`)
    response = webError(request, headers, config, err, {
      trail,
      retrieval: retrieval(),
      ...linkOptions(request, options)
    })
  }

  if (!life.streams) {
    life.close()
  }

  return response
}

function incomingRequest (
  request: Request,
  {
    target,
    root = '',
    gatewayUrl = '',
    host,
    proxied = false,
    sandbox = false,
    ownOrigin,
    offlineOrigin,
    explorer,
    others,
    fallback = others
  }: GatewayOptions,
  rest: Pick<Incoming, 'config' | 'headers' | 'life' | 'backend' | 'enter' | 'trail'>
): Incoming {
  const { rawPath, rawQuery } = splitTarget(target ?? request.url)
  const path = percentDecode(rawPath)

  if (path == null) {
    throw new StatusError(400, 'Bad Request')
  }

  return {
    stage: 'incoming',
    request,
    path: root === '' ? path : root + belowRoot(path),
    sentPath: path,
    rawPath,
    rawQuery,
    query: parseGoQuery(rawQuery),
    host: host == null ? undefined : (proxied ? request.headers.get('x-forwarded-host') ?? '' : '') || host,
    secure: /^https:/i.test(isAbsoluteUrl(target) ? target : request.url) ||
      (proxied && request.headers.get('x-forwarded-proto') === 'https'),
    gatewayUrl,
    deserialized: rest.config.deserializedResponses,
    fallback,
    originIsolated: root !== '',
    sandbox,
    ownOrigin,
    offlineOrigin,
    explorer,
    ...rest
  }
}

function isAbsoluteUrl (target: string | undefined): target is string {
  return target != null && /^[a-z][a-z0-9+.-]*:\/\//i.test(target)
}

function retrievalReasonOf (report: RetrievalReport | undefined): string | undefined {
  return report?.startedMs == null ? undefined : retrievalReason(report)
}

/** Splits a path or a whole URL. `URL` is not used because it would normalize both parts. */
function splitTarget (target: string): { rawPath: string; rawQuery: string } {
  const [, rawPath, rawQuery = ''] = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?/i.exec(
    target
  ) as RegExpExecArray
  return { rawPath: rawPath === '' ? '/' : rawPath, rawQuery }
}

function finishResponse (request: Request, response: Response, options: GatewayOptions): Response {
  if (request.method === 'HEAD' && response.body != null) {
    response.body.cancel().catch(() => {}) // the body is not used
    return finishResponse(request, new Response(null, response), options)
  }

  return options.sandbox === true ? sandbox(response) : response
}
