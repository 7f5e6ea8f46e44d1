import { isOwnPolicy } from './html-page.ts'

const HTML = /^\s*text\/html\s*(?:;|$)/i
const XHTML = /^\s*application\/xhtml\+xml\s*(?:;|$)/i
const SVG = /^\s*image\/svg\+xml\s*(?:;|$)/i
/** XML media types (mimesniff.spec.whatwg.org, "XML MIME type"). */
const XML = /^\s*(?:(?:text|application)\/xml|[^\s;/]+\/[^\s;/]+\+xml)\s*(?:;|$)/i

/** Whether a person opens a page in a tab by this request. */
export function opensTab ({ method, mode, destination }: Pick<Request, 'method' | 'mode' | 'destination'>): boolean {
  return method === 'GET' && mode === 'navigate' && destination === 'document'
}

/**
 * Whether an answer is a page of the content's own, in HTML or XHTML, to be shown. The gateway's pages run nothing on
 * any origin.
 */
export function isPage (response: Response): boolean {
  const type = typeOf(response)
  return response.status === 200 && (HTML.test(type) || XHTML.test(type)) && documentSyntax(response) != null
}

/** Returns whether an answer is an SVG image or another XML document of the content's own, to be shown; undefined for any other. */
export function xmlKind (response: Response): 'svg' | 'xml' | undefined {
  const type = typeOf(response)

  if (response.status !== 200 || XHTML.test(type) || documentSyntax(response) !== 'xml') {
    return undefined
  }

  return SVG.test(type) ? 'svg' : 'xml'
}

/**
 * Returns the syntax of an answer that a browser shows as a document of the content's own, whatever its status: pages of errors are
 * documents too. Undefined for the gateway's own pages, for downloads, and for all that is neither HTML nor XML.
 */
export function documentSyntax (response: Response): 'html' | 'xml' | undefined {
  const { body, headers } = response

  if (body == null || /^\s*attachment/i.test(headers.get('content-disposition') ?? '') || isOwnPolicy(headers.get('content-security-policy'))) {
    return undefined
  }

  const type = typeOf(response)

  if (HTML.test(type)) {
    return 'html'
  }

  return XML.test(type) ? 'xml' : undefined
}

function typeOf ({ headers }: Response): string {
  return headers.get('content-type') ?? ''
}
