import { leadElsewhere } from '../own-origin/redirect-elsewhere.ts'
import type { Parsed } from '../request/request.ts'

/**
 * Leads a person to a content's own origin if the content is not here and the host cannot be reached. What was seen on
 * that origin is kept there alone, so it opens at once, while this node would look for it in vain.
 */
export async function leadOffline (
  { contentPath, backend, life, offlineOrigin }: Parsed
): Promise<Response | undefined> {
  if (offlineOrigin == null || contentPath.namespace === 'mfs' || await backend.isCached(contentPath, life)) {
    return undefined
  }

  const url = await offlineOrigin()
  return url == null ? undefined : leadElsewhere(url)
}
