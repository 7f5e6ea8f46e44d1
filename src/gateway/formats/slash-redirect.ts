import { escapePath } from '../../go/escape.ts'
import { redirect } from '../../http/redirect.ts'
import type { Resolved } from '../request.ts'

/** Pages with relative links stand at a path with a slash at its end. The query goes along as it was sent. */
export function slashRedirect ({ request, headers, sentPath, rawPath, rawQuery }: Resolved): Response | undefined {
  if (rawPath.endsWith('/')) {
    return undefined
  }

  // as in Go: what was escaped is escaped anew, so that there is one form
  const escaped = rawPath.includes('%') ? escapePath(sentPath) : rawPath
  return redirect(request, headers, `${escaped}/${rawQuery === '' ? '' : `?${rawQuery}`}`, 301)
}
