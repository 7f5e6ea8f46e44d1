import { escapePath } from '../../go/escape.ts'
import { muxPath } from '../../go/mux-path.ts'
import { redirect } from '../../http/redirect.ts'
import type { Incoming } from '../request.ts'

/** Paths with `//` or dots are sent to their clean form. As Go's ServeMux does it: an escaped path is escaped once more. */
export function redirectToCleanPath ({ request, rawPath, rawQuery, headers }: Incoming): Response | undefined {
  const cleaned = muxPath(rawPath)

  return cleaned === rawPath
    ? undefined
    : redirect(request, headers, escapePath(cleaned) + (rawQuery === '' ? '' : `?${rawQuery}`), 307)
}
