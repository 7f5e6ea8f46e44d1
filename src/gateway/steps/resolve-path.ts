import { errorStatus } from '../errors/error-status.ts'
import { ResolveError } from '../errors/resolve-error.ts'
import { isSite } from '../own-origin/is-site.ts'
import { leadElsewhere } from '../own-origin/redirect-elsewhere.ts'
import { applyRedirectsFile } from '../redirects-file/apply.ts'
import type { PathTarget } from '../request/backend.ts'
import type { Immutable, Resolved } from '../request/request.ts'

/**
 * Resolves the path. If a site with its own origin has no such page, applies the rules of its `_redirects` file
 * (specs.ipfs.tech/http-gateways/web-redirects-file). If a user opens such a path of a site on the shared origin,
 * redirects to the site's own origin, where these rules apply.
 */
export async function resolvePath (rq: Immutable): Promise<Response | Resolved> {
  try {
    return resolved(rq, await rq.backend.resolve(rq.immutablePath, { signal: rq.life.signal, trail: rq.trail }))
  } catch (err) {
    if (rq.originIsolated && rq.format == null && errorStatus(err) === 404) {
      const result = await applyRedirectsFile(rq)

      if (result instanceof Response) {
        return result
      }

      if (result != null) {
        return await follow(rq, result)
      }
    }

    const elsewhere = rq.format == null && (err as Error).name === 'NoLinkError'
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
  return url == null ? undefined : leadElsewhere(url)
}

async function follow (rq: Immutable, immutablePath: Immutable['immutablePath']): Promise<Resolved> {
  try {
    return {
      ...resolved({ ...rq, immutablePath }, await rq.backend.resolve(immutablePath, rq.life)),
      rewrittenName: immutablePath.segments.at(-1) ?? ''
    }
  } catch (err) {
    throw new ResolveError(rq.contentPath.text, err as Error)
  }
}

function resolved (rq: Immutable, target: PathTarget): Resolved {
  rq.trail.cid = target.cid
  return { ...rq, stage: 'resolved', target }
}
