import type { CID } from 'multiformats/cid'
import { etagOf } from './etags.ts'
import type { Format } from './formats/format.ts'
import type { Immutable } from './request.ts'

const IMMUTABLE = 'public, max-age=29030400, immutable'

/**
 * Sets `ETag` and `Cache-Control` (boxo `addCacheControlHeaders`).
 *
 * @param modifiedMs - of the content itself, where it says so
 * @returns the time for `Last-Modified`, milliseconds since 1970; undefined for none
 */
export function setCacheHeaders ({ headers, contentPath, ttlSeconds, modifiedMs }: Pick<Immutable, 'headers' | 'contentPath' | 'ttlSeconds' | 'modifiedMs'>, cid: CID, format: Format | undefined, contentModifiedMs?: number): number | undefined {
  headers.set('Etag', etagOf(cid, format))
  const modified = contentModifiedMs ?? modifiedMs

  // what may be kept of mutable files is said where their path is read
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

  // without a time of its own, now: browsers guess from it for how long to keep an answer
  return modified ?? Date.now()
}
