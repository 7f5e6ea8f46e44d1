import { isError } from '../../errors/define-error.ts'
import { NoLinkError } from '../../ipld/data-model/lookup-errors.ts'
import { parsePath } from '../../path/content-path.ts'
import { errorStatus } from '../errors/error-status.ts'
import { ResolveError, StatusError, UnresolvedNameError } from '../errors/gateway-errors.ts'
import { notFound } from '../errors/plain-text.ts'
import { redirectElsewhere } from '../own-origin/own-origin-address.ts'
import { applyRedirectsFile } from '../redirects-file/apply.ts'
import type { ImmutablePath, PathTarget } from '../request/backend.ts'
import type { Immutable, Incoming, Negotiated, Parsed, Resolved } from '../request/request.ts'

/** Resolves a name to its current target. */
export async function resolveMutable (rq: Negotiated): Promise<Immutable> {
  const { contentPath, backend, life } = rq

  if (contentPath.namespace === 'mfs') {
    const { cid, segments } = contentPath
    const immutablePath: ImmutablePath = {
      namespace: 'ipfs',
      root: cid.toString(),
      cid,
      segments,
      text: ['/ipfs', cid.toString(), ...segments].join('/')
    }
    return { ...rq, stage: 'immutable', immutablePath, ttlSeconds: 0, modifiedMs: undefined }
  }

  if (contentPath.namespace !== 'ipns') {
    return {
      ...rq,
      stage: 'immutable',
      immutablePath: contentPath as ImmutablePath,
      ttlSeconds: 0,
      modifiedMs: undefined
    }
  }

  rq.trail.naming = contentPath.root

  try {
    const { path, ttlSeconds, modifiedMs } = await backend.resolveName(contentPath, life)
    rq.trail.cid = path.cid
    return { ...rq, stage: 'immutable', immutablePath: path, ttlSeconds, modifiedMs }
  } catch (err) {
    throw new UnresolvedNameError(contentPath.text, contentPath.root, err as Error)
  } finally {
    rq.trail.naming = undefined
  }
}

/**
 * Resolves the path. If a site with its own origin has no such page, applies the rules of its `_redirects` file
 * (specs.ipfs.tech/http-gateways/web-redirects-file). If a user opens such a path of a site on the shared origin,
 * redirects to the site's own origin, where these rules apply.
 */
export async function resolvePath (rq: Immutable): Promise<Response | Resolved> {
  try {
    return toResolved(rq, await rq.backend.resolve(rq.immutablePath, { signal: rq.life.signal, trail: rq.trail }))
  } catch (err) {
    if (rq.originIsolated && rq.format == null && errorStatus(err) === 404) {
      const result = await applyRedirectsFile(rq)

      if (result instanceof Response) {
        return result
      }

      if (result != null) {
        return await followPath(rq, result)
      }
    }

    const elsewhere = rq.format == null && isError(err, NoLinkError)
      ? await routeOnOwnOrigin(rq)
      : undefined

    if (elsewhere != null) {
      return elsewhere
    }

    throw new ResolveError(rq.contentPath.text, err as Error)
  }
}

/**
 * Redirects a route that is no file of a site to the site's own origin; undefined if it has none, or the content is no
 * site.
 */
async function routeOnOwnOrigin (rq: Immutable): Promise<Response | undefined> {
  if (rq.ownOrigin == null || !await isSite(rq)) {
    return undefined
  }

  const url = await rq.ownOrigin()
  return url == null ? undefined : redirectElsewhere(url)
}

async function followPath (rq: Immutable, immutablePath: Immutable['immutablePath']): Promise<Resolved> {
  try {
    return {
      ...toResolved({ ...rq, immutablePath }, await rq.backend.resolve(immutablePath, rq.life)),
      rewrittenName: immutablePath.segments.at(-1) ?? ''
    }
  } catch (err) {
    throw new ResolveError(rq.contentPath.text, err as Error)
  }
}

function toResolved (rq: Immutable, target: PathTarget): Resolved {
  rq.trail.cid = target.cid
  return { ...rq, stage: 'resolved', target }
}

/**
 * Returns whether the root of a request is a web site: it has an index page, or a `_redirects` file with routes.
 * Missing blocks count as absent files.
 */
async function isSite ({ immutablePath, contentPath, backend, life }: Immutable): Promise<boolean> {
  // A name may point to a folder below a CID.
  const base = immutablePath.segments.slice(0, immutablePath.segments.length - contentPath.segments.length)

  const has = async (...segments: string[]): Promise<boolean> => {
    const path = parsePath(['/ipfs', immutablePath.root, ...segments].join('/')) as ImmutablePath
    return await backend.resolve(path, life).then(() => true, () => false)
  }

  return await has('_redirects') || await has(...base, 'index.html')
}

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
