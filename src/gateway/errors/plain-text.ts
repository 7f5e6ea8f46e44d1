import { encodeUtf8 } from '../../go/text/utf8.ts'

/**
 * Answers like Go's `http.Error`: the text with a line end, and `nosniff`. Keeps the headers that are set already,
 * except for the file name of the content: a browser would save the text under it.
 */
export function plainText (headers: Headers, message: string, status: number): Response {
  const body = encodeUtf8(`${message}\n`)
  headers.delete('Content-Disposition')
  headers.set('Content-Type', 'text/plain; charset=utf-8')
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Content-Length', String(body.byteLength))
  return new Response(body, { status, headers })
}

/** Answers like Go's `http.NotFound`. */
export function notFound ({ headers }: { headers: Headers }): Response {
  return plainText(headers, '404 page not found', 404)
}
