import { escapePath } from '../../go/escape.ts'
import { muxPath } from '../../go/mux-path.ts'
import { redirect } from '../../http/redirect.ts'
import type { Incoming } from '../request.ts'

const NAMESPACE = /^\/ip[fn]s$/

/**
 * Paths with `//` or dots are sent to their clean form, and so is a namespace without its slash, because relative links in
 * pages would lead elsewhere otherwise. As Go's ServeMux does it: an escaped path is escaped once more.
 */
export function redirectToCleanPath ({ request, rawPath, rawQuery, headers, originIsolated }: Incoming): Response | undefined {
  const cleaned = muxPath(rawPath)
  const wanted = cleaned === rawPath && !originIsolated && NAMESPACE.test(cleaned) ? `${cleaned}/` : cleaned

  return wanted === rawPath
    ? undefined
    : redirect(request, headers, escapePath(wanted) + (rawQuery === '' ? '' : `?${rawQuery}`), 307)
}
