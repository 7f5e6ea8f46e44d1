import { parsePath } from '../../path/content-path.ts'
import type { Incoming, Parsed } from '../request.ts'
import { parseMountedPath } from './parse-mounted-path.ts'

/** From the path of the URL to a content path. @throws InvalidPathError (400), what `parseMountedPath` throws */
export async function parseContentPath (rq: Incoming): Promise<Parsed> {
  const parsed = await parseMountedPath(rq) ?? { ...rq, stage: 'parsed', contentPath: parsePath(rq.path) }
  rq.trail.cid = parsed.contentPath.cid
  return parsed
}
