import { encodeUtf8 } from '../../go/text/utf8.ts'

/** Answers with an error of the routing API, whose text has no line end (boxo `routing/http/server`, `writeErr`). */
export function routingError (headers: Headers, message: string, status: number): Response {
  const body = encodeUtf8(message)
  headers.set('Content-Type', 'text/plain; charset=utf-8')
  headers.set('Content-Length', String(body.byteLength))
  return new Response(body, { status, headers })
}
