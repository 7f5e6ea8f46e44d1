import { cleanPath, muxPath } from '../../go/url/clean-path.ts'
import { encodeGoQuery, escapePath } from '../../go/url/escape.ts'
import { percentDecode } from '../../go/url/query.ts'
import { redirect } from '../../http/response/redirect.ts'
import { parsePath } from '../../path/content-path.ts'
import { StatusError } from '../errors/gateway-errors.ts'
import { redirectElsewhere } from '../own-origin/own-origin-address.ts'
import { keyName } from '../request/key-name.ts'
import type { Incoming, Parsed } from '../request/request.ts'
import { queryParam } from '../request/request.ts'

/**
 * Redirects paths with `//` or dot segments to their clean form. An escaped path is escaped once more, as in Go's
 * ServeMux.
 */
export function redirectToCleanPath ({ request, rawPath, rawQuery, headers }: Incoming): Response | undefined {
  const cleaned = muxPath(rawPath)

  return cleaned === rawPath
    ? undefined
    : redirect(request, headers, escapePath(cleaned) + (rawQuery === '' ? '' : `?${rawQuery}`), 307)
}

const CONTROL = /[\x00-\x1f\x7f]/
const URI = /^(?:([a-z][a-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?/i

/**
 * Redirects `/ipfs/?uri=ipfs://CID/path` to `/ipfs/CID/path`. Browsers open that URL for `ipfs:` links if a page
 * registered itself as their handler (`navigator.registerProtocolHandler`; specs.ipfs.tech/http-gateways/path-gateway,
 * "uri").
 */
export function redirectProtocolHandler (rq: Incoming): Response | undefined {
  const uri = queryParam(rq, 'uri')

  if (uri === '') {
    return undefined
  }

  if (CONTROL.test(uri)) {
    throw new StatusError(400, 'failed to parse uri query parameter')
  }

  // All parts are optional, so any text matches.
  const [, scheme = '', host = '', path, query = ''] = URI.exec(uri) as RegExpExecArray

  if (percentDecode(host) == null || percentDecode(path) == null) {
    throw new StatusError(400, 'failed to parse uri query parameter')
  }

  const namespace = scheme.toLowerCase()

  if (namespace !== 'ipfs' && namespace !== 'ipns') {
    throw new StatusError(400, 'uri query parameter scheme must be ipfs or ipns')
  }

  // In Go `ipfs:CID` has no host and no path.
  const target = uri.slice(scheme.length + 1).startsWith('/') ? `/${namespace}/${host}/${path}` : `/${namespace}`
  const location = new URL(cleanPath(target), 'http://localhost')
  location.search = query
  return redirect(rq.request, rq.headers, location.pathname + location.search, 301)
}

const NAMESPACE = /^\/(?:ip[fn]s|mfs)$/

/** Redirects a namespace without a trailing slash, because relative links in pages would resolve differently. */
export function redirectToNamespaceSlash ({ request, path, rawQuery, headers }: Incoming): Response | undefined {
  return NAMESPACE.test(path)
    ? redirect(request, headers, `${path}/${rawQuery === '' ? '' : `?${rawQuery}`}`, 307)
    : undefined
}

/**
 * Redirects names of keys to their canonical form, which fits into a host name: a CID in base36 (boxo
 * `handleIpnsB58mhToCidRedirection`).
 */
export function redirectToCanonicalName (
  { request, path, rawQuery, headers, originIsolated }: Incoming
): Response | undefined {
  const [, namespace, name, ...rest] = path.split('/')

  // On an own origin the name is not part of the URL path.
  if (namespace !== 'ipns' || name == null || originIsolated) {
    return undefined
  }

  const canonical = keyName(name)

  return canonical == null || canonical === name
    ? undefined
    : redirect(
      request,
      headers,
      escapePath(['/ipns', canonical, ...rest].join('/')) + (rawQuery === '' ? '' : `?${rawQuery}`),
      302
    )
}

const SUPERFLUOUS = /^\/ipfs\/ip[fn]s\//

/**
 * Redirects `/ipfs/ipfs/CID` and `/ipfs/ipns/NAME`, which are typos, if the rest is valid (boxo
 * `handleSuperfluousNamespace`).
 */
export function redirectSuperfluousNamespace (
  { request, path, rawPath, query, headers, originIsolated }: Incoming
): Response | undefined {
  // On an own origin the namespace is not part of the URL path.
  if (originIsolated || !SUPERFLUOUS.test(path)) {
    return undefined
  }

  let intended: string

  try {
    intended = parsePath(rawPath.slice('/ipfs'.length)).text
  } catch (err) {
    throw new StatusError(400, `invalid ipfs path: ${(err as Error).message}`)
  }

  const encoded = encodeGoQuery(query)
  return redirect(request, headers, intended + (encoded === '' ? '' : `?${encoded}`), 301)
}

/**
 * Redirects a user to a content's own origin if the content is not local and the host cannot be reached. Blocks that
 * were viewed on that origin are only cached there, so it opens at once, while this node could not load them.
 */
export async function redirectOffline (
  { contentPath, backend, life, offlineOrigin }: Parsed
): Promise<Response | undefined> {
  if (offlineOrigin == null || contentPath.namespace === 'mfs' || await backend.isCached(contentPath, life)) {
    return undefined
  }

  const url = await offlineOrigin()
  return url == null ? undefined : redirectElsewhere(url)
}
