import { escapePath } from '../../go/url/escape.ts'
import { redirect } from '../../http/response/redirect.ts'
import type { Resolved } from '../request/request.ts'

/** Redirects to the path with a trailing slash, which relative links of a page need. Keeps the query as it was sent. */
export function slashRedirect ({ request, headers, sentPath, rawPath, rawQuery }: Resolved): Response | undefined {
  if (rawPath.endsWith('/')) {
    return undefined
  }

  // Escapes are normalized to one form, as in Go.
  const escaped = rawPath.includes('%') ? escapePath(sentPath) : rawPath
  return redirect(request, headers, `${escaped}/${rawQuery === '' ? '' : `?${rawQuery}`}`, 301)
}
