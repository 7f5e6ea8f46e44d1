import { plainText } from '../../errors/plain-text.ts'
import type { Incoming } from '../../request/request.ts'

/** Answers like Go's `http.NotFound`. */
export function notFound ({ headers }: Pick<Incoming, 'headers'>): Response {
  return plainText(headers, '404 page not found', 404)
}
