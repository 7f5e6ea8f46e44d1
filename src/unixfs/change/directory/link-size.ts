import { pbLinkLength } from '../../../ipld/dag-pb/encode-pb-node.ts'
import type { DirectoryLimits } from '../../import/directory/limits.ts'
import type { DirectoryLink } from './directory-link.ts'

/**
 * What a link counts towards the size at which a directory is sharded (boxo `ipld/unixfs/io/directory.go`,
 * `linkSizeFor`).
 *
 * @param nameBytes - bytes of its name
 */
export function linkSize (
  { cid, tsize }: DirectoryLink,
  nameBytes: number,
  estimation: DirectoryLimits['estimation']
): number {
  return estimation === 'block'
    ? pbLinkLength({ cid, tsize, nameBytes: new Uint8Array(nameBytes) })
    : nameBytes + cid.bytes.length
}
