import type { IpldNode } from '../../ipld/data-model/ipld-node.ts'
import { decodeBlock } from '../../ipld/registry/registry.ts'
import { dagPage } from '../html/dag/dag-page.ts'
import { htmlPage } from '../html/page/html-page.ts'
import { pageOrigin } from '../html/page/page-origin.ts'
import type { Resolved } from '../request/request.ts'
import { dagPageEtag } from '../response/response-headers.ts'
import { slashRedirect } from './slash-redirect.ts'

/** Answers with a page that shows a document block: its formats and its content. */
export function dagPreview (rq: Resolved, bytes: Uint8Array): Response {
  const { target: { cid }, headers, contentPath } = rq
  const elsewhere = slashRedirect(rq)

  if (elsewhere != null) {
    return elsewhere
  }

  headers.delete('Content-Disposition')
  // The page template may change, although the block does not.
  headers.delete('Cache-Control')
  headers.set('Etag', dagPageEtag(cid))
  return htmlPage(
    headers,
    200,
    dagPage({ path: contentPath.text, origin: pageOrigin(rq, contentPath.text), cid, node: tryDecode(cid.code, bytes) })
  )
}

function tryDecode (code: number, bytes: Uint8Array): IpldNode | undefined {
  try {
    return decodeBlock(code, bytes)
  } catch {
    return undefined // the page says that it cannot be decoded
  }
}
