import type { CID } from 'multiformats/cid'
import type { FileNode } from '../../format/unixfs-node.ts'
import { FileSizeError } from './file-size-error.ts'

/** A part of a file: a block and all blocks below it. */
export interface FilePart {
  cid: CID
  /** offset of the part in the file */
  start: number
  /** the number of file bytes in the part */
  size: number
}

/**
 * Returns the parts below a node that intersect a range, by the sizes that the node declares. Omits empty parts; an
 * empty range has no parts.
 *
 * @param self - the node as a part of the file
 * @param offset - start of the range in the file
 * @param end - end of the range, exclusive
 * @throws FileSizeError if the node does not declare one size for each link, or the sizes do not add up
 */
export function fileParts (node: FileNode, self: FilePart, offset: number, end: number): FilePart[] {
  const { links, blockSizes } = node

  if (links.length !== blockSizes.length) {
    throw new FileSizeError(`file node ${self.cid} has ${links.length} links and the sizes of ${blockSizes.length}`)
  }

  const parts: FilePart[] = []
  let start = self.start

  for (const [i, cid] of links.entries()) {
    const size = blockSizes[i]

    if (Math.max(start, offset) < Math.min(start + size, end)) {
      parts.push({ cid, start, size })
    }

    start += size
  }

  if (start - self.start !== self.size || !Number.isSafeInteger(start)) {
    throw new FileSizeError(
      `parts of file node ${self.cid} have ${start - self.start} bytes where ${self.size} are expected`
    )
  }

  return parts
}
