import type { DirectoryNode } from '../../unixfs/format/unixfs-node.ts'
import { StatusError } from '../errors/gateway-errors.ts'
import { askingPagePolicy, htmlHeaders } from '../html/page/html-page.ts'
import { queryParam } from '../request/request.ts'
import type { Resolved } from '../request/request.ts'
import { listingEtag } from '../response/response-headers.ts'
import { openBody } from '../response/serve-content.ts'
import { directoryListing } from './directory-listing.ts'
import { slashRedirect } from './slash-redirect.ts'
import { setWebDisposition, unixfsFile } from './unixfs-file.ts'

const INDEX = 'index.html'

/**
 * Caching of listings: one week, because the page template may change, and a stale page is allowed during revalidation.
 */
const LISTING_CACHE = 'public, max-age=604800, stale-while-revalidate=2678400'

/**
 * Answers with the `index.html` of a directory, or with a page that lists it (boxo `gateway/handler_unixfs_dir.go`).
 */
export async function unixfsDirectory (rq: Resolved, directory: DirectoryNode): Promise<Response> {
  const { request, headers, backend, life, contentPath, ttlSeconds } = rq
  // The Go tool reads meta tags of the page at exactly the path that it requested.
  const elsewhere = queryParam(rq, 'go-get') === '1' ? undefined : slashRedirect(rq)

  if (elsewhere != null) {
    return elsewhere
  }

  const index = await backend.lookup(directory, INDEX, life)

  if (index != null) {
    return await serveIndex(rq, index)
  }

  setWebDisposition(rq, `${contentPath.segments.at(-1) ?? rq.target.cid.toString()}.html`)
  htmlHeaders(headers)
  headers.set('Content-Security-Policy', askingPagePolicy())
  headers.set('Etag', listingEtag(rq.target.cid))

  if (ttlSeconds > 0) {
    headers.set('Cache-Control', `public, max-age=${Math.trunc(ttlSeconds)}, stale-while-revalidate=2678400`)
  } else if (contentPath.namespace === 'ipfs') {
    headers.set('Cache-Control', LISTING_CACHE)
  }

  return request.method === 'HEAD'
    ? new Response(null, { headers })
    : await openBody(rq, directoryListing(rq, directory))
}

/** Serves `index.html` with the ETag of the directory, which is what was requested. */
async function serveIndex (rq: Resolved, index: Resolved['target']['cid']): Promise<Response> {
  const node = await rq.backend.unixfs(index, rq.life)

  if (node.kind !== 'file') {
    throw new StatusError(422, 'index.html could not be read: not a file')
  }

  return await unixfsFile(rq, node, { name: INDEX })
}
