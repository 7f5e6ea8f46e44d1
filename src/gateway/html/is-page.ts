import { isOwnPolicy } from './html-page.ts'

const HTML = /^\s*text\/html\s*(?:;|$)/i
const XHTML = /^\s*application\/xhtml\+xml\s*(?:;|$)/i
const XML = /^\s*(?:(?:text|application)\/xml|[^\s;/]+\/[^\s;/]+\+xml)\s*(?:;|$)/i

/** Whether a person opens a page in a tab by this request. */
export function opensTab ({ method, mode, destination }: Pick<Request, 'method' | 'mode' | 'destination'>): boolean {
  return method === 'GET' && mode === 'navigate' && destination === 'document'
}

/** Whether an answer is a page of the content's own, to be shown. The gateway's pages run nothing on any origin. */
export function isPage (response: Response): boolean {
  const type = response.headers.get('content-type') ?? ''
  return response.status === 200 && (HTML.test(type) || XHTML.test(type)) && documentSyntax(response) != null
}

/**
 * Returns the syntax of an answer that a browser shows as a document of the content's own, whatever its status: pages of errors are
 * documents too. Undefined for the gateway's own pages, for downloads, and for all that is neither HTML nor XML.
 */
export function documentSyntax ({ body, headers }: Response): 'html' | 'xml' | undefined {
  if (body == null || /^\s*attachment/i.test(headers.get('content-disposition') ?? '') || isOwnPolicy(headers.get('content-security-policy'))) {
    return undefined
  }

  const type = headers.get('content-type') ?? ''
  return HTML.test(type) ? 'html' : XML.test(type) ? 'xml' : undefined
}
