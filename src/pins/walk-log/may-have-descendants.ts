import type { CID } from 'multiformats/cid'
import { HASH } from '../../cid/codes/multiformat-codes.ts'
import { eachLink, mayHaveLinks } from '../../ipld/registry/links.ts'

/**
 * Returns whether a recursive pin of this CID may keep other blocks than its own. False if the codec or the block has
 * no links.
 *
 * @param bytes - of the block, if they are at hand; those of an identity CID always are
 */
export function mayHaveDescendants (
  cid: CID,
  bytes: Uint8Array | undefined = cid.multihash.code === HASH.identity ? cid.multihash.digest : undefined
): boolean {
  if (bytes == null || !mayHaveLinks(cid)) {
    return mayHaveLinks(cid)
  }

  try {
    return eachLink(cid, bytes).length > 0
  } catch {
    return true // a walk reports the error
  }
}
