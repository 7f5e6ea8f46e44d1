import { parsePath } from '../../path/content-path.ts'
import type { Incoming, Parsed } from '../request/request.ts'
import { parseMountedPath } from './parse-mounted-path.ts'

/**
 * Parses the content path of the URL.
 *
 * @throws InvalidPathError (400)
 * @throws the errors of `parseMountedPath`
 */
export async function parseContentPath (rq: Incoming): Promise<Parsed> {
  const parsed = await parseMountedPath(rq) ?? { ...rq, stage: 'parsed', contentPath: parsePath(rq.path) }
  rq.trail.cid = parsed.contentPath.cid
  return parsed
}
