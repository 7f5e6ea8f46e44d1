import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { parseCid } from '../../cid/text/parse-cid.ts'
import { goQuote } from '../../go/text/quote.ts'
import { parseRange } from '../../http/headers/ranges.ts'
import { StatusError } from '../errors/gateway-errors.ts'
import { plainText } from '../errors/plain-text.ts'
import { isOnlyIfCached } from '../request/request.ts'
import type { Incoming, Negotiated, Parsed, Resolved } from '../request/request.ts'

const RETRY_AFTER_SECONDS = 60

/**
 * Limits concurrent requests to `Gateway.MaxConcurrentRequests` (boxo `middleware_ratelimit.go`).
 *
 * @throws StatusError 429 if the limit is reached
 */
export function limitRequests ({ enter, headers }: Incoming): undefined {
  if (enter()) {
    return
  }

  headers.set('Cache-Control', 'no-store')
  headers.set('Retry-After', String(RETRY_AFTER_SECONDS))
  throw new StatusError(429, `Too many requests. Please retry after ${RETRY_AFTER_SECONDS} seconds.`)
}

/** Counts the requests that a gateway is answering. */
export class RunningRequests {
  #count = 0

  /**
   * Admits a request unless `limit` requests are running.
   *
   * @returns an idempotent function that ends it; undefined if the limit is reached
   */
  enter (limit: number): (() => void) | undefined {
    if (this.#count >= limit) {
      return undefined
    }

    let inside = true
    this.#count++

    return () => {
      this.#count -= inside ? 1 : 0
      inside = false
    }
  }
}

const ALLOWED = 'GET, HEAD, OPTIONS'

/**
 * Allows read methods only (specs.ipfs.tech/http-gateways/path-gateway, "HTTP API"). Answers OPTIONS with the CORS
 * headers, for preflights.
 */
export function methodAllowed ({ request: { method }, headers }: Incoming): Response | undefined {
  switch (method) {
    case 'GET':
    case 'HEAD':
      return undefined
    case 'OPTIONS':
      headers.set('Allow', ALLOWED)
      headers.set('Content-Length', '0')
      return new Response(null, { headers })
    default:
      headers.set('Allow', ALLOWED)
      return plainText(headers, `Method ${method} not allowed: read only access`, 405)
  }
}

const NAMESPACE_ROOT = /^\/ip[fn]s\/[^/]+$/

/**
 * Refuses service worker scripts for scopes that contain other people's content (Kubo issue 4025). On a path gateway
 * that is the root of a content. If content shares its origin with an application, none of its scripts may be a worker.
 */
export function refuseWorkerScript ({ request, path, sandbox }: Incoming): undefined {
  if (request.headers.get('service-worker') === 'script' && (sandbox || NAMESPACE_ROOT.test(path))) {
    throw new StatusError(400, 'navigator.serviceWorker: registration is not allowed for this scope')
  }
}

const REFUSAL =
  'only trustless requests are accepted on this gateway: https://specs.ipfs.tech/http-gateways/trustless-gateway/'

/** Refuses unverifiable formats if `Gateway.DeserializedResponses` is off, globally or for this host. */
export function trustlessOnly (rq: Negotiated): undefined {
  if (!rq.deserialized && !isTrustless(rq)) {
    throw new StatusError(406, REFUSAL)
  }
}

/**
 * Whether a request is trustless (specs.ipfs.tech/http-gateways/trustless-gateway): a block or a record without a path,
 * or a CAR.
 */
function isTrustless ({ contentPath: { namespace, root, cid, segments }, format }: Negotiated): boolean {
  if (format !== 'car' && segments.length > 0) {
    return false
  }

  return namespace === 'ipns'
    ? format === 'ipns-record' && isKey(root)
    : cid != null && (format === 'raw' || format === 'car')
}

function isKey (name: string): boolean {
  try {
    return parseCid(name).code === CODEC.libp2pKey
  } catch {
    return false // a domain
  }
}

/** Refuses an invalid range, for any content. A tar has no ranges, so the header is ignored. */
export function refuseBadRange ({ request, format }: Resolved): undefined {
  const range = request.headers.get('range') ?? ''

  if (range === '' || format === 'tar') {
    return
  }

  try {
    parseRange(range)
  } catch (err) {
    throw new StatusError(400, `invalid range request: ${(err as Error).message}`)
  }
}

/**
 * Answers 412 for `Cache-Control: only-if-cached` if the content is not local
 * (specs.ipfs.tech/http-gateways/path-gateway, "Cache-Control").
 */
export async function onlyIfCached (
  { request, contentPath, headers, backend, life }: Parsed
): Promise<Response | undefined> {
  if (!isOnlyIfCached(request)) {
    return undefined
  }

  // The root of mutable files is local. Missing blocks below it are reported later.
  if (contentPath.namespace !== 'mfs' && !await backend.isCached(contentPath, life)) {
    return plainText(headers, `${goQuote(contentPath.text)} not in local datastore`, 412)
  }

  return request.method === 'HEAD' ? new Response(null, { headers }) : undefined
}
