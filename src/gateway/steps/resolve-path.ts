import type { PathTarget } from '../backend.ts'
import { applyRedirectsFile } from '../redirects-file/apply.ts'
import type { Immutable, Resolved } from '../request.ts'
import { ResolveError } from '../resolve-error.ts'
import { errorStatus } from '../error-status.ts'

/**
 * Follows the path to its end. Where a site has an origin of its own and no such page, its `_redirects` file has a say
 * (specs.ipfs.tech/http-gateways/web-redirects-file).
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

    throw new ResolveError(rq.contentPath.text, err as Error)
  }
}

async function follow (rq: Immutable, immutablePath: Immutable['immutablePath']): Promise<Resolved> {
  try {
    return { ...resolved({ ...rq, immutablePath }, await rq.backend.resolve(immutablePath, rq.life)), rewrittenName: immutablePath.segments.at(-1) ?? '' }
  } catch (err) {
    throw new ResolveError(rq.contentPath.text, err as Error)
  }
}

function resolved (rq: Immutable, target: PathTarget): Resolved {
  rq.trail.cid = target.cid
  return { ...rq, stage: 'resolved', target }
}
