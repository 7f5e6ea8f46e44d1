import type { CID } from 'multiformats/cid'
import { BlockNotFoundError } from '../../blocks/exchange/block-not-found-error.ts'
import { isError } from '../../errors/define-error.ts'
import { LookupError, NoLinkError } from '../../ipld/data-model/lookup-errors.ts'
import { resolvePath } from '../../path/resolve-path.ts'
import type { ReadOptions } from '../../unixfs/read/sizes/read-options.ts'
import { StatusError } from '../errors/gateway-errors.ts'
import type { ImmutablePath, PathTarget, Trail } from '../request/backend.ts'

export interface PathTargetOptions extends ReadOptions {
  /** status for a missing block on the path */
  missingStatus: 404 | 500
  /** receives the position from which the path cannot be resolved */
  trail?: Trail | undefined
}

/**
 * Resolves a path and records the block of each prefix. As in boxo's gateway, every name that cannot be found counts as
 * a missing link.
 *
 * @throws NoLinkError if a name does not exist
 * @throws StatusError if a block is missing
 * @throws an error of decoding
 */
export async function pathTarget (path: ImmutablePath, options: PathTargetOptions): Promise<PathTarget> {
  const roots: CID[] = [path.cid]

  try {
    const { cid, remainder } = await resolvePath(path, {
      ...options,
      onSegment: (cid) => {
        roots.push(cid)
      }
    })
    return { cid, remainder, roots }
  } catch (err) {
    // A missing block cannot be shown itself, and nothing below it is known.
    if (options.trail != null) {
      options.trail.lost = path.segments.length - roots.length + (isError(err, BlockNotFoundError) ? 2 : 1)
    }

    if (isError(err, LookupError)) {
      throw new NoLinkError(path.segments[roots.length - 1], roots[roots.length - 1])
    }

    throw isError(err, BlockNotFoundError)
      ? new StatusError(err.status === 502 ? 502 : options.missingStatus, err)
      : err
  }
}
