import type { DirectoryNode } from '../../unixfs/format/unixfs-node.ts'
import { StatusError } from '../errors/gateway-errors.ts'
import { askingPagePolicy, htmlHeaders } from '../html/page/html-page.ts'
import { queryParam } from '../request/request.ts'
import type { Resolved } from '../request/request.ts'
import { setListingCacheHeaders } from '../response/response-headers.ts'
import { openBody } from '../response/serve-content.ts'
import { directoryListing } from './directory-listing.ts'
import { slashRedirect } from './slash-redirect.ts'
import { setWebDisposition, unixfsFile } from './unixfs-file.ts'

const INDEX = 'index.html'

/**
 * Answers with the `index.html` of a directory, or with a page that lists it (boxo `gateway/handler_unixfs_dir.go`).
 */
export async function unixfsDirectory (rq: Resolved, directory: DirectoryNode): Promise<Response> {
  const { request, headers, backend, life, contentPath } = rq
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
  setListingCacheHeaders(rq, rq.target.cid)

  return request.method === 'HEAD'
    ? new Response(null, { headers })
    : await openBody(rq, directoryListing(rq, directory))
}

/** Serves `index.html` with the ETag of the directory, which is what was requested. */
async function serveIndex (rq: Resolved, index: Resolved['target']['cid']): Promise<Response> {
  await rq.backend.checkPaths?.(indexPaths(rq), rq.life)
  const node = await rq.backend.unixfs(index, rq.life)

  if (node.kind !== 'file') {
    throw new StatusError(422, 'index.html could not be read: not a file')
  }

  return await unixfsFile(rq, node, { name: INDEX })
}

/** Returns the paths of the index page: as requested, and below each block on the way. */
function indexPaths ({ contentPath, immutablePath, target: { roots } }: Resolved): string[] {
  const below = roots.map((cid, i) => ['/ipfs', cid, ...immutablePath.segments.slice(i)].join('/'))
  const asked = contentPath.namespace === 'ipns' ? [['/ipns', contentPath.root, ...contentPath.segments].join('/')] : []
  return [...asked, ...below].map((path) => `${path}/${INDEX}`)
}
