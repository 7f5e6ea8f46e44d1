import { encodeUtf8 } from '../../go/text/utf8.ts'
import { percentEncode } from '../../go/url/escape.ts'
import { escapeHtml } from './escape-html.ts'

const TITLES: Record<number, string> = {
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect'
}

/**
 * Creates a redirect like Go's `http.Redirect`: with `Location`, and for a GET a short page with a link, unless a
 * content type is already set.
 *
 * @param location - a path from the root, or a whole URL, percent-encoded; characters that are invalid in headers are
 *   encoded, as in Go
 * @param headers - headers of the response; modified
 */
export function redirect (
  { method }: { method: string },
  headers: Headers,
  location: string,
  status: number
): Response {
  const typed = headers.has('content-type')
  headers.set('Location', location.replace(/[^\x20-\x7e]+/g, (text) => percentEncode(text).toLowerCase()))

  if (!typed && (method === 'GET' || method === 'HEAD')) {
    headers.set('Content-Type', 'text/html; charset=utf-8')
  }

  if (typed || method !== 'GET') {
    return new Response(null, { status, headers })
  }

  const body = encodeUtf8(`<a href="${escapeHtml(location)}">${TITLES[status] ?? ''}</a>.\n\n`)
  headers.set('Content-Length', String(body.length))
  return new Response(body, { status, headers })
}
