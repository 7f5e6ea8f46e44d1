import { isOwnPolicy } from './html/html-page.ts'

/** No scripts, no forms, no plugins. Without `allow-same-origin` the page would leave the worker's control and its images go to the network. */
export const SANDBOX_POLICY = 'sandbox allow-same-origin'

const ESSENCE = /^\s*([!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+)\s*(?:;|$)/

/** What browsers show as a document with scripts, or look into to find out (mimesniff.spec.whatwg.org, "unknown MIME type"). */
const ACTIVE = /html|xml|^multipart\/|^message\/|^text\/xsl$|^(?:unknown|application)\/unknown$|^\*\/\*$/

/**
 * Whether a browser could execute an answer of this type as a document: HTML, XHTML, SVG, XML of any kind, and what has no
 * clear type. Not PDF: its viewer does not start in a sandbox, and a PDF's script does not reach the origin.
 */
export function isActiveType (contentType: string | null): boolean {
  const essence = ESSENCE.exec(contentType ?? '')?.[1].toLowerCase()
  return essence == null || ACTIVE.test(essence)
}

/**
 * Where content shares its origin with an application, nothing in it may run. Changes the headers of an answer so.
 *
 * A policy that stands there already stays: browsers enforce all of a comma-separated list.
 */
export function sandbox (response: Response): Response {
  const { headers, status } = response

  // what carries no representation is shown by no browser
  if (status === 304 || (response.body == null && !headers.has('content-type')) || !isActiveType(headers.get('content-type'))) {
    return response
  }

  const own = headers.get('content-security-policy')

  // the gateway's own pages have a stricter policy already
  if (isOwnPolicy(own)) {
    return response
  }

  headers.set('Content-Security-Policy', own == null ? SANDBOX_POLICY : `${SANDBOX_POLICY}, ${own}`)
  headers.set('X-Content-Type-Options', 'nosniff')
  return response
}
