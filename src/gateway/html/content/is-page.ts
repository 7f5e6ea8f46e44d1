import { isOwnPolicy } from '../page/html-page.ts'

const HTML = /^\s*text\/html\s*(?:;|$)/i
const XHTML = /^\s*application\/xhtml\+xml\s*(?:;|$)/i
const SVG = /^\s*image\/svg\+xml\s*(?:;|$)/i
/** XML media types (mimesniff.spec.whatwg.org, "XML MIME type"). */
const XML = /^\s*(?:(?:text|application)\/xml|[^\s;/]+\/[^\s;/]+\+xml)\s*(?:;|$)/i

/** Whether a request is a top-level navigation of a user. */
export function opensTab ({ method, mode, destination }: Pick<Request, 'method' | 'mode' | 'destination'>): boolean {
  return method === 'GET' && mode === 'navigate' && destination === 'document'
}

/**
 * Whether a response is an HTML or XHTML page of content, to be displayed. Pages of the gateway do not count: they run
 * nothing on any origin.
 */
export function isPage (response: Response): boolean {
  const type = typeOf(response)
  return response.status === 200 && (HTML.test(type) || XHTML.test(type)) && documentSyntax(response) != null
}

/**
 * Returns whether a response is an SVG image or another XML document of content, to be displayed; undefined for any
 * other.
 */
export function xmlKind (response: Response): 'svg' | 'xml' | undefined {
  const type = typeOf(response)

  if (response.status !== 200 || XHTML.test(type) || documentSyntax(response) !== 'xml') {
    return undefined
  }

  return SVG.test(type) ? 'svg' : 'xml'
}

/**
 * Returns the syntax of a response that a browser displays as a document of content, with any status: error pages are
 * documents too. Returns undefined for pages of the gateway, downloads, and anything but HTML and XML.
 */
export function documentSyntax (response: Response): 'html' | 'xml' | undefined {
  const { body, headers } = response

  if (
    body == null || /^\s*attachment/i.test(headers.get('content-disposition') ?? '') ||
    isOwnPolicy(headers.get('content-security-policy'))
  ) {
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
