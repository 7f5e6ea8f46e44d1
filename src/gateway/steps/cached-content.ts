import { goQuote } from '../../go/text/quote.ts'
import { etagMatches } from '../../http/headers/etag.ts'
import { plainText } from '../errors/plain-text.ts'
import { redirectElsewhere } from '../own-origin/own-origin-address.ts'
import { isOnlyIfCached } from '../request/request.ts'
import type { Parsed, Resolved } from '../request/request.ts'
import {
  dagPageEtag,
  etagOf,
  listingEtag,
  setCacheHeaders,
  setListingCacheHeaders
} from '../response/response-headers.ts'

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

/**
 * Answers 304 without reading content if the client has it already: the ETags of content, listing and preview follow
 * from the CID (boxo `handleIfNoneMatch`). `If-Modified-Since` needs the block with the time, and is evaluated after
 * that block is read (`http/preconditions.ts`).
 *
 * Unlike Kubo's, the answer has the `ETag` and the `Cache-Control` of the content (RFC 9110, section 15.4.5): without
 * them a browser would begin the whole `max-age` of the answer that it has once more.
 */
export function ifNoneMatch (rq: Resolved): Response | undefined {
  const { request, headers, target: { cid }, format } = rq
  const header = request.headers.get('if-none-match') ?? ''

  if (header === '') {
    return undefined
  }

  if (etagMatches(header, etagOf(cid, format))) {
    setCacheHeaders(rq, cid, format)
  } else if (etagMatches(header, listingEtag(cid))) {
    setListingCacheHeaders(rq, cid)
  } else if (etagMatches(header, dagPageEtag(cid))) {
    headers.set('Etag', dagPageEtag(cid))
  } else {
    return undefined
  }

  return new Response(null, { status: 304, headers })
}
