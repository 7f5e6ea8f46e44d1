import { escapeHtml } from '../../http/escape-html.ts'
import { PAGE_STYLE } from './page-style.ts'
import { styleSource } from './style-source.ts'

const encoder = new TextEncoder()

/** A page in two parts, so that what is between them can be made as it is read. */
export interface PageFrame {
  head: string
  foot: string
}

export interface PageFrameOptions {
  /** class of what is in the page */
  main?: string
  /** attributes of the body, as HTML */
  body?: string
  style?: string
}

/** @param title - plain text */
export function pageFrame (title: string, { main = '', body = '', style = PAGE_STYLE }: PageFrameOptions = {}): PageFrame {
  return {
    head: '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n' +
      `<title>${escapeHtml(title)}</title>\n<link rel="icon" href="data:,">\n<style>${style}</style>\n</head>\n<body${body}>\n<main${main === '' ? '' : ` class="${main}"`}>\n`,
    foot: '</main>\n</body>\n</html>\n'
  }
}

let policy: string | undefined

/**
 * The policy of the gateway's own pages: they load nothing, send nothing and run nothing, on any origin. Without a sandbox: WebKit
 * sends what is clicked in a page whose sandbox lacks `allow-scripts` past the service worker, so that nothing opens offline and a file
 * that is to be saved comes by way of the page that starts the node.
 */
export function pagePolicy (): string {
  policy ??= `default-src 'none'; script-src 'none'; style-src ${styleSource(PAGE_STYLE)}; img-src data:; base-uri 'none'; form-action 'none'`
  return policy
}

/** The same for a page with a form by which a person asks for it in another way; the form leads to its own origin alone. */
export function askingPagePolicy (): string {
  return pagePolicy().replace("form-action 'none'", "form-action 'self'")
}

/** Whether a policy is one of these: its page is the gateway's own. */
export function isOwnPolicy (policy: string | null): boolean {
  return policy === pagePolicy() || policy === askingPagePolicy()
}

/** Sets the headers that every page of the gateway's own has. */
export function htmlHeaders (headers: Headers): void {
  headers.set('Content-Type', 'text/html')
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Content-Security-Policy', pagePolicy())
}

/** A whole page of the gateway's own. */
export function htmlPage (headers: Headers, status: number, html: string): Response {
  const body = encoder.encode(html)
  htmlHeaders(headers)
  headers.set('Content-Length', String(body.byteLength))
  return new Response(body, { status, headers })
}
