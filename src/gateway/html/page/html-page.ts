import { escapeHtml } from '../../../http/response/escape-html.ts'
import { PAGE_STYLE } from './page-style.ts'
import { styleSource } from './policy-source.ts'

const encoder = new TextEncoder()

/** The two ends of a page, so that its content can be streamed between them. */
export interface PageFrame {
  head: string
  foot: string
}

export interface PageFrameOptions {
  /** class of the main element */
  main?: string
  /** attributes of the body, as HTML */
  body?: string
  style?: string
}

/**
 * Renders the two ends of a page.
 *
 * @param title - plain text
 */
export function pageFrame (
  title: string,
  { main = '', body = '', style = PAGE_STYLE }: PageFrameOptions = {}
): PageFrame {
  return {
    head: '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" ' +
      'content="width=device-width, initial-scale=1">\n' +
      `<title>${
        escapeHtml(title)
      }</title>\n<link rel="icon" href="data:,">\n<style>${style}</style>\n</head>\n<body${body}>\n<main${
        main === '' ? '' : ` class="${main}"`
      }>\n`,
    foot: '</main>\n</body>\n</html>\n'
  }
}

/** Start of the policy of the gateway's own pages. */
const OWN = "default-src 'none'; script-src "

let policy: string | undefined

/**
 * Returns the policy of the gateway's own pages: they load, send and run nothing, on any origin. It has no sandbox:
 * WebKit sends clicks in a page with a sandbox without `allow-scripts` past the service worker. Offline links would
 * fail then, and downloads would show the bootstrap page.
 */
export function pagePolicy (): string {
  policy ??= `${OWN}'none'; style-src ${styleSource(PAGE_STYLE)}; img-src data:; base-uri 'none'; form-action 'none'`
  return policy
}

/**
 * Same as `pagePolicy`, for pages with a form that changes their query. The form may only be sent to its own origin.
 */
export function askingPagePolicy (): string {
  return pagePolicy().replace("form-action 'none'", "form-action 'self'")
}

/** Whether a policy marks a page of the gateway itself, with or without scripts of its own (`allowPings`). */
export function isOwnPage (policy: string | null): boolean {
  return policy?.startsWith(OWN) === true && policy.includes(styleSource(PAGE_STYLE))
}

/** Whether a policy marks a page of the gateway itself that has no script. */
export function isOwnPolicy (policy: string | null): boolean {
  return policy === pagePolicy() || policy === askingPagePolicy()
}

/** Sets the headers of every page of the gateway. */
export function htmlHeaders (headers: Headers): void {
  headers.set('Content-Type', 'text/html')
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Content-Security-Policy', pagePolicy())
}

/** Answers with a complete page of the gateway. */
export function htmlPage (headers: Headers, status: number, html: string): Response {
  const body = encoder.encode(html)
  htmlHeaders(headers)
  headers.set('Content-Length', String(body.byteLength))
  return new Response(body, { status, headers })
}
