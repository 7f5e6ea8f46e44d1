import type { CID } from 'multiformats/cid'
import type { BlockNotFoundError } from '../../blocks/block-not-found-error.ts'
import { NoLinkError } from '../../ipld/lookup-errors.ts'
import { resolvePath } from '../../path/resolve-path.ts'
import type { ReadOptions } from '../../unixfs/read/read-options.ts'
import type { ImmutablePath, PathTarget } from '../backend.ts'
import type { Trail } from '../trail.ts'
import { StatusError } from '../status-error.ts'

export interface PathTargetOptions extends ReadOptions {
  /** the status for a block that is missing on the way */
  missingStatus: 404 | 500
  /** told from where on the path leads nowhere */
  trail?: Trail | undefined
}

/**
 * Follows a path, remembering the block that each of its prefixes leads to. In boxo's gateway everything that a name cannot
 * be found in counts as having no such link.
 *
 * @throws NoLinkError, StatusError for a missing block, or an error of decoding
 */
export async function pathTarget (path: ImmutablePath, options: PathTargetOptions): Promise<PathTarget> {
  const roots: CID[] = [path.cid]

  try {
    const { cid, remainder } = await resolvePath(path, { ...options, onSegment: (cid) => { roots.push(cid) } })
    return { cid, remainder, roots }
  } catch (err) {
    const { name } = err as Error
    // of a block that is missing nothing below it is known, and it cannot be shown itself
    if (options.trail != null) options.trail.lost = path.segments.length - roots.length + (name === 'BlockNotFoundError' ? 2 : 1)

    switch (name) {
      case 'LookupError':
        throw new NoLinkError(path.segments[roots.length - 1], roots[roots.length - 1])
      case 'BlockNotFoundError':
        throw new StatusError((err as BlockNotFoundError).status === 502 ? 502 : options.missingStatus, err as Error)
      default:
        throw err
    }
  }
}
