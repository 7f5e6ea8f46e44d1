import { isOwnPolicy } from './html-page.ts'

const HTML = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i
const SVG = /^\s*image\/svg\+xml\s*(?:;|$)/i
/** XML media types (mimesniff.spec.whatwg.org, "XML MIME type"). */
const XML = /^\s*(?:(?:text|application)\/xml|[^\s;/]+\/[^\s;]+\+xml)\s*(?:;|$)/i

/** Whether a person opens a page in a tab by this request. */
export function opensTab ({ method, mode, destination }: Pick<Request, 'method' | 'mode' | 'destination'>): boolean {
  return method === 'GET' && mode === 'navigate' && destination === 'document'
}

/** Whether an answer is an HTML page of the content's own, to be shown. The gateway's pages run nothing on any origin. */
export function isPage (response: Response): boolean {
  return isShown(response) && HTML.test(response.headers.get('content-type') ?? '')
}

/** Returns whether an answer is an SVG picture or another XML document of the content's own, to be shown; undefined for any other. */
export function xmlKind (response: Response): 'svg' | 'xml' | undefined {
  const type = response.headers.get('content-type') ?? ''

  if (!isShown(response) || HTML.test(type) || !XML.test(type)) {
    return undefined
  }

  return SVG.test(type) ? 'svg' : 'xml'
}

function isShown ({ status, body, headers }: Response): boolean {
  return status === 200 && body != null && !/^\s*attachment/i.test(headers.get('content-disposition') ?? '') && !isOwnPolicy(headers.get('content-security-policy'))
}
