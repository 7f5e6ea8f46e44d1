import { allowNeeded, allowsOwnFrames, metaPolicies } from '../html/content-policy.ts'
import { headStart } from '../html/html-places.ts'
import { documentSyntax } from '../html/is-page.ts'
import { pageStart } from '../html/page-start.ts'
import { xmlRootStart } from '../html/xml-places.ts'
import { LINK_FRAME_PATH, LINK_SCRIPT_PATH } from './link-script-path.ts'

const POLICY = 'content-security-policy'

/**
 * Puts the script into a site's document by which its worker gets a port of the home whenever it needs one. The script runs before
 * all that is in the document and removes its element. Documents of every status have it (`404.html` of a single-page app), in HTML,
 * XHTML and SVG. Only for navigations: a fetch gets the bytes as they are.
 *
 * A policy that the response has by `Gateway.HTTPHeaders` is widened by the script and its frame. Under a `meta` policy that
 * forbids the frame, the script adds the frame before that policy counts (`data-keep`).
 */
export async function addLinkScript (request: Request, response: Response): Promise<Response> {
  const syntax = request.mode === 'navigate' ? documentSyntax(response) : undefined

  if (syntax == null) {
    return response
  }

  const { origin } = new URL(request.url)
  const policy = response.headers.get(POLICY)
  const nonce = policy == null ? undefined : crypto.randomUUID()
  const place = syntax === 'html' ? headStart : xmlRootStart
  const page = await pageStart(response, place)
  const keeps = metaPolicies(page.text).some((policy) => !allowsOwnFrames(policy, origin))
  const changed = page.with(linkScript(syntax, { keeps, nonce }), place)

  if (policy != null && nonce != null) {
    changed.headers.set(POLICY, allowNeeded(policy, { script: origin + LINK_SCRIPT_PATH, frame: origin + LINK_FRAME_PATH, nonce }))
  }

  return changed
}

/** The element that loads the script. XML has no default namespace that could be relied on, nor attributes without a value. */
function linkScript (syntax: 'html' | 'xml', { keeps, nonce }: { keeps: boolean, nonce: string | undefined }): string {
  return `<script${syntax === 'xml' ? ' xmlns="http://www.w3.org/1999/xhtml"' : ''} src="${LINK_SCRIPT_PATH}"${nonce == null ? '' : ` nonce="${nonce}"`}${keeps ? ' data-keep=""' : ''}></script>`
}
