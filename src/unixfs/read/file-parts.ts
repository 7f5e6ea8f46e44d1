import type { CID } from 'multiformats/cid'
import type { FileNode } from '../format/unixfs-node.ts'

/** A part of a file: a block and what lies below it. */
export interface FilePart {
  cid: CID
  /** where it begins in the file */
  start: number
  /** bytes of the file in it */
  size: number
}

/**
 * The parts below a node that a range touches. Empty parts touch nothing, so that no number of them is any work.
 *
 * @param self - the node as a part of the file
 * @param offset - where the range begins in the file
 * @param end - where it ends
 * @throws an Error when the sizes that the node tells do not make up its own
 */
export function fileParts (node: FileNode, self: FilePart, offset: number, end: number): FilePart[] {
  const { links, blockSizes } = node

  if (links.length !== blockSizes.length) {
    throw new Error(`file node ${self.cid} has ${links.length} links and the sizes of ${blockSizes.length}`)
  }

  const parts: FilePart[] = []
  let start = self.start

  for (const [i, cid] of links.entries()) {
    const size = blockSizes[i]

    if (size > 0 && start < end && start + size > offset) {
      parts.push({ cid, start, size })
    }

    start += size
  }

  if (start - self.start !== self.size || !Number.isSafeInteger(start)) {
    throw new Error(`parts of file node ${self.cid} have ${start - self.start} bytes where ${self.size} are expected`)
  }

  return parts
}
