import { allowNeeded, allowsOwnFrames, hasWholeHead, metaPolicies } from '../html/content/content-policy.ts'
import { headStart } from '../html/content/insertion-points.ts'
import { documentSyntax } from '../html/content/is-page.ts'
import { pageStart } from '../html/content/page-start.ts'
import { xmlRootStart } from '../html/content/xml-root-start.ts'
import { LINK_FRAME_PATH, LINK_SCRIPT_PATH } from './site-frame.ts'

const POLICY = 'content-security-policy'

/**
 * Inserts the script into a site's document by which its worker gets a port of the home node when it needs one. The
 * script runs before everything else in the document and removes its element. Documents of every status get it
 * (`404.html` of a single-page app), in HTML, XHTML and SVG. Only navigations are changed: a fetch gets the original
 * bytes.
 *
 * A policy of the response from `Gateway.HTTPHeaders` is extended by the script and its frame. Under a `meta` policy
 * that forbids the frame, the script adds the frame before that policy applies (`data-keep`), as it does if the policies
 * of a document with a long head are not known.
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
  const keeps = metaPolicies(page.text).some((policy) => !allowsOwnFrames(policy, origin)) ||
    (!page.whole && !hasWholeHead(page.text))
  const changed = page.with(linkScript(syntax, { keeps, nonce }), place)

  if (policy != null && nonce != null) {
    changed.headers.set(
      POLICY,
      allowNeeded(policy, { script: origin + LINK_SCRIPT_PATH, frame: origin + LINK_FRAME_PATH, nonce })
    )
  }

  return changed
}

/**
 * Renders the element that loads the script. XML needs an explicit namespace, and has no attributes without a value.
 */
function linkScript (syntax: 'html' | 'xml', { keeps, nonce }: { keeps: boolean; nonce: string | undefined }): string {
  return `<script${syntax === 'xml' ? ' xmlns="http://www.w3.org/1999/xhtml"' : ''} src="${LINK_SCRIPT_PATH}"${
    nonce == null ? '' : ` nonce="${nonce}"`
  }${keeps ? ' data-keep=""' : ''}></script>`
}
