import { isOwnPolicy } from '../html/page/html-page.ts'

/**
 * The policy of content that shares its origin with an application: no scripts and no plugins. Forms, downloads and new
 * tabs work. The guard of the RPC refuses navigations, and every document of content in a new tab has this policy
 * itself.
 *
 * - `allow-same-origin`: without it the page would leave the worker's control, and its images would be requested from
 *   the network
 * - `allow-popups-to-escape-sandbox`: pages of other origins in a new tab run as usual
 * - `script-src 'none'`: an empty document in a new tab inherits it, even if a browser drops its sandbox, so that
 *   `javascript:` URLs do not run there either
 */
export const SANDBOX_POLICY =
  "sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-downloads allow-forms; script-src 'none'"

const ESSENCE = /^\s*([!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+)\s*(?:;|$)/

/** Types that browsers show as a document with scripts, or sniff (mimesniff.spec.whatwg.org, "unknown MIME type"). */
const ACTIVE = /html|xml|^multipart\/|^message\/|^text\/xsl$|^(?:unknown|application)\/unknown$|^\*\/\*$/

/**
 * Whether a browser could execute a response of this type as a document: HTML, XHTML, SVG, any XML, and types that are
 * sniffed. Not PDF: its viewer does not start in a sandbox, and scripts of a PDF cannot access the origin.
 */
export function isActiveType (contentType: string | null): boolean {
  const essence = ESSENCE.exec(contentType ?? '')?.[1].toLowerCase()
  return essence == null || ACTIVE.test(essence)
}

/**
 * Sets the headers that keep content from running on an origin that it shares with an application.
 *
 * Keeps an existing policy: browsers enforce all policies of a comma-separated list. The gateway's own pages have a
 * stricter policy. They send no referrer, by which the worker distinguishes their links from those of content
 * (`belowContent`).
 */
export function sandbox (response: Response): Response {
  const { headers, status } = response

  // Browsers do not display a response without a representation.
  if (
    status === 304 || (response.body == null && !headers.has('content-type')) ||
    !isActiveType(headers.get('content-type'))
  ) {
    return response
  }

  const own = headers.get('content-security-policy')

  if (isOwnPolicy(own)) {
    headers.set('Referrer-Policy', 'no-referrer')
    return response
  }

  headers.set('Content-Security-Policy', own == null ? SANDBOX_POLICY : `${SANDBOX_POLICY}, ${own}`)
  headers.set('X-Content-Type-Options', 'nosniff')
  return response
}
