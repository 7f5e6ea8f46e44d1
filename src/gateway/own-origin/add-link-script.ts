import { allowNeeded, allowsOwnFrames, hasCompleteHead, metaPolicies } from '../html/content/content-policy.ts'
import { headStart } from '../html/content/insertion-points.ts'
import { documentSyntax } from '../html/content/is-page.ts'
import { pageStart } from '../html/content/page-start.ts'
import { styleSheetHead } from '../html/content/style-sheet-head.ts'
import { xmlRootStart } from '../html/content/xml-root-start.ts'
import { LINK_FRAME_PATH, LINK_SCRIPT_PATH } from './site-frame.ts'

const POLICY = 'content-security-policy'

/**
 * Inserts the script into a site's document by which its worker gets a port of the home node when it needs one. The
 * script runs before everything else in the document and removes its element. Documents of every status get it
 * (`404.html` of a single-page app), in HTML and in XML that browsers display with scripts or styles. A document that
 * an XSLT style sheet makes gets it from the style sheet. Only navigations and style sheets are changed: a fetch gets
 * the original bytes.
 *
 * A policy of the response from `Gateway.HTTPHeaders` is extended by the script and its frame. Under a `meta` policy
 * that forbids the frame, the script adds the frame before that policy applies (`data-keep`), as it does if the
 * policies of a document with a long head are not known.
 *
 * @param options.isHomePeer - whether the home node is a peer of others, and pages keep it alive (`data-peer`)
 */
export async function addLinkScript (
  request: Request,
  response: Response,
  { isHomePeer = async () => false }: { isHomePeer?: () => Promise<boolean> } = {}
): Promise<Response> {
  const syntax = documentSyntax(response)

  if (syntax === 'xml' && request.destination === 'xslt') {
    return await addToStyleSheet(response, isHomePeer)
  }

  if (syntax == null || request.mode !== 'navigate') {
    return response
  }

  const { origin } = new URL(request.url)
  const policy = response.headers.get(POLICY)
  const nonce = policy == null ? undefined : crypto.randomUUID()
  const place = syntax === 'html' ? headStart : xmlRootStart
  const page = await pageStart(response, place)
  const keeps = metaPolicies(page.text).some((policy) => !allowsOwnFrames(policy, origin)) ||
    (!page.isComplete && !hasCompleteHead(page.text))
  const changed = page.with(linkScript(syntax, { keeps, nonce, isHomePeer: await isHomePeer() }), place)

  if (policy != null && nonce != null) {
    changed.headers.set(
      POLICY,
      allowNeeded(policy, { script: origin + LINK_SCRIPT_PATH, frame: origin + LINK_FRAME_PATH, nonce })
    )
  }

  return changed
}

/** Adds the script to the head that an XSLT style sheet writes. */
async function addToStyleSheet (response: Response, isHomePeer: () => Promise<boolean>): Promise<Response> {
  const page = await pageStart(response, (text, isComplete) => isComplete ? 'none' : styleSheetHead(text)?.at)
  const head = styleSheetHead(page.text)
  // Its document may get a policy from the style sheet, or from any other part of it.
  const script = linkScript('html', { prefix: head?.prefix, keeps: true, isHomePeer: await isHomePeer() })
  return head == null ? page.asIs() : page.with(script, () => head.at)
}

/**
 * Renders the element that loads the script. XML needs an explicit namespace, and has no attributes without a value.
 */
function linkScript (
  syntax: 'html' | 'xml',
  { prefix = '', keeps, nonce, isHomePeer }: {
    prefix?: string | undefined
    keeps: boolean
    nonce?: string | undefined
    isHomePeer: boolean
  }
): string {
  return `<${prefix}script${syntax === 'xml' ? ' xmlns="http://www.w3.org/1999/xhtml"' : ''} src="${LINK_SCRIPT_PATH}"${
    nonce == null ? '' : ` nonce="${nonce}"`
  }${keeps ? ' data-keep=""' : ''}${isHomePeer ? ' data-peer=""' : ''}></${prefix}script>`
}
