import type { CID } from 'multiformats/cid'
import type { ExactSizes, FileNode } from '../../format/unixfs-node.ts'

/** A part of a file above 2^53 bytes. */
export interface HugePart {
  cid: CID
  /** offset of the part in the file */
  start: bigint
  /** the number of file bytes in the part */
  size: bigint
}

/**
 * Returns the parts below a node that intersect a range, like `fileParts`. Does not check the sizes (see
 * `checkHugeSizes`).
 *
 * @param start - offset of the node in the file
 * @param offset - start of the range in the file
 * @param end - end of the range, exclusive
 */
export function hugeParts (
  { links }: FileNode,
  { blockSizes }: ExactSizes,
  start: bigint,
  offset: bigint,
  end: bigint
): HugePart[] {
  const parts: HugePart[] = []
  let at = start

  for (const [i, cid] of links.entries()) {
    const size = BigInt(blockSizes[i])

    if (at < end && at + size > offset && size > 0n) {
      parts.push({ cid, start: at, size })
    }

    at += size
  }

  return parts
}
