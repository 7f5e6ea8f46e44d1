import { isError } from '../../errors/define-error.ts'
import { NoLinkError } from '../../ipld/data-model/lookup-errors.ts'
import { parsePath } from '../../path/content-path.ts'
import { errorStatus } from '../errors/error-status.ts'
import { ResolveError, UnresolvedNameError } from '../errors/gateway-errors.ts'
import { redirectElsewhere } from '../own-origin/own-origin-address.ts'
import { applyRedirectsFile } from '../redirects-file/apply.ts'
import type { ImmutablePath, PathTarget } from '../request/backend.ts'
import type { Immutable, Negotiated, Resolved } from '../request/request.ts'

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
