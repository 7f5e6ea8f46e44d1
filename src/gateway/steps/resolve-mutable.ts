import { UnresolvedNameError } from '../errors/unresolved-name-error.ts'
import type { ImmutablePath } from '../request/backend.ts'
import type { Immutable, Negotiated } from '../request/request.ts'

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
