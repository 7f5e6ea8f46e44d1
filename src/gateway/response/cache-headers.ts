import type { CID } from 'multiformats/cid'
import type { Format } from '../request/format.ts'
import type { Immutable } from '../request/request.ts'
import { etagOf } from './etags.ts'

const IMMUTABLE = 'public, max-age=29030400, immutable'

/**
 * Sets `ETag` and `Cache-Control` (boxo `addCacheControlHeaders`).
 *
 * @param modifiedMs - modification time of the content itself, if it states one
 * @returns the time for `Last-Modified`, in milliseconds since 1970; undefined for none
 */
export function setCacheHeaders (
  { headers, contentPath, ttlSeconds, modifiedMs }: Pick<
    Immutable,
    'headers' | 'contentPath' | 'ttlSeconds' | 'modifiedMs'
  >,
  cid: CID,
  format: Format | undefined,
  contentModifiedMs?: number
): number | undefined {
  headers.set('Etag', etagOf(cid, format))
  const modified = contentModifiedMs ?? modifiedMs

  // The cache headers of mutable files are set where their path is parsed.
  if (contentPath.namespace === 'mfs') {
    return modified
  }

  if (contentPath.namespace !== 'ipns') {
    headers.set('Cache-Control', IMMUTABLE)
    return modified
  }

  if (ttlSeconds > 0) {
    headers.set('Cache-Control', `public, max-age=${Math.trunc(ttlSeconds)}`)
  }

  // Without a stored time, use now: browsers derive a heuristic freshness lifetime from it.
  return modified ?? Date.now()
}
