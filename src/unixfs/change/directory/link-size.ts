import { pbLinkLength } from '../../../ipld/dag-pb/encode-pb-node.ts'
import type { DirectoryLimits } from '../../import/directory/limits.ts'
import type { DirectoryLink } from './directory-link.ts'

/**
 * Returns the size of a link in the estimation that decides about sharding (boxo `ipld/unixfs/io/directory.go`,
 * `linkSizeFor`).
 *
 * @param nameBytes - the length of the name in bytes
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
