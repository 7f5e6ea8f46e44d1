import { parsePath } from '../../path/content-path.ts'
import type { Incoming, Parsed } from '../request.ts'

/** From the path of the URL to a content path. @throws InvalidPathError (400) */
export function parseContentPath (rq: Incoming): Parsed {
  const contentPath = parsePath(rq.path)
  rq.trail.cid = contentPath.cid
  return { ...rq, stage: 'parsed', contentPath }
}
