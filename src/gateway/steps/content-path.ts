import { parsePath } from '../../path/content-path.ts'
import { StatusError } from '../errors/gateway-errors.ts'
import { notFound } from '../errors/plain-text.ts'
import type { Incoming, Parsed } from '../request/request.ts'

/** Content namespaces, including mounted mutable files. */
const CONTENT = /^\/(?:ip[fn]s|mfs)(?:\/|$)/

/** Passes paths outside of content namespaces to the embedding server, unless the host represents a content. */
export async function otherPaths (rq: Incoming): Promise<Response | undefined> {
  return CONTENT.test(rq.path)
    ? undefined
    : (rq.originIsolated ? undefined : await rq.fallback?.(rq.path, rq.headers)) ?? notFound(rq)
}

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

const MOUNTED = /^\/mfs(\/|$)/

/** CORS headers, which let other origins read an answer. */
const FOR_OTHER_ORIGINS = [
  'Access-Control-Allow-Origin',
  'Access-Control-Allow-Methods',
  'Access-Control-Allow-Headers',
  'Access-Control-Expose-Headers'
]

/**
 * Parses a path below `/mfs`, where the mutable files are mounted; undefined for any other path. They are private,
 * unlike content at a CID: other origins may neither read nor frame them. If content runs on the origin of the gateway
 * (no sandbox), pages may not request them either: only direct navigations of the user may.
 *
 * @throws StatusError 404 if nothing is mounted, 403 for a request of a page
 */
async function parseMountedPath (rq: Incoming): Promise<Parsed | undefined> {
  const { path, headers, request, sandbox, backend, life } = rq

  if (!MOUNTED.test(path)) {
    return undefined
  }

  FOR_OTHER_ORIGINS.forEach((name) => {
    headers.delete(name)
  })
  headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  headers.set('X-Frame-Options', 'SAMEORIGIN')
  headers.set('Cache-Control', 'private, no-cache')

  if (!sandbox && !['none', null].includes(request.headers.get('sec-fetch-site'))) {
    throw new StatusError(403, 'mutable files are not shown to pages here')
  }

  const cid = await backend.filesRoot?.(life)

  if (cid == null) {
    throw new StatusError(404, 'the mutable files are not mounted: the command mount does that')
  }

  const segments = path.split('/').slice(2).filter((name) => name !== '')
  return { ...rq, stage: 'parsed', contentPath: { namespace: 'mfs', root: cid.toString(), cid, segments, text: path } }
}
