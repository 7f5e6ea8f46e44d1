import { plainText } from '../plain-text.ts'
import type { Incoming } from '../request.ts'

/** Answers like Go's `http.NotFound`. */
export function notFound ({ headers }: Pick<Incoming, 'headers'>): Response {
  return plainText(headers, '404 page not found', 404)
}
