import { isOwnPolicy } from './html-page.ts'

const HTML = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i

/** Whether a person opens a page in a tab by this request. */
export function opensTab ({ method, mode, destination }: Pick<Request, 'method' | 'mode' | 'destination'>): boolean {
  return method === 'GET' && mode === 'navigate' && destination === 'document'
}

/** Whether an answer is a page of the content's own, to be shown. The gateway's pages run nothing on any origin. */
export function isPage ({ status, body, headers }: Response): boolean {
  return status === 200 && body != null && HTML.test(headers.get('content-type') ?? '') &&
    !/^\s*attachment/i.test(headers.get('content-disposition') ?? '') && !isOwnPolicy(headers.get('content-security-policy'))
}
