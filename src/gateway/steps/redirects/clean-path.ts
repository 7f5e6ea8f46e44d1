import { escapePath } from '../../../go/url/escape.ts'
import { muxPath } from '../../../go/url/mux-path.ts'
import { redirect } from '../../../http/response/redirect.ts'
import type { Incoming } from '../../request/request.ts'

/**
 * Redirects paths with `//` or dot segments to their clean form. An escaped path is escaped once more, as in Go's
 * ServeMux.
 */
export function redirectToCleanPath ({ request, rawPath, rawQuery, headers }: Incoming): Response | undefined {
  const cleaned = muxPath(rawPath)

  return cleaned === rawPath
    ? undefined
    : redirect(request, headers, escapePath(cleaned) + (rawQuery === '' ? '' : `?${rawQuery}`), 307)
}
