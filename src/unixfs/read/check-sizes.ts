import type { FileNode } from '../format/unixfs-node.ts'
import { fileParts } from './file-parts.ts'
import { FileSizeError } from './file-size-error.ts'
import type { TrueSizes } from './true-sizes.ts'

/**
 * Checks the sizes that a node of a file tells: they must add up to its own, and a part of which it says that it is empty must be
 * empty. No other part is looked at.
 *
 * @param size - bytes that are expected of the node
 * @throws FileSizeError
 */
export async function checkSizes (node: FileNode, size: number, sizes: TrueSizes): Promise<void> {
  const { cid, links, blockSizes } = node

  if (links.length === 0) {
    checkLeaf(node, size)
    return
  }

  fileParts(node, { cid, start: 0, size }, 0, 0)
  const empty = links.filter((_, i) => blockSizes[i] === 0)

  if (empty.length > 0 && (await sizes.below({ ...node, links: empty })).some((size) => size > 0)) {
    throw new FileSizeError(`file node ${cid} tells of a part that it is empty, and it is not`)
  }
}

/**
 * Checks the size of a leaf.
 *
 * @throws FileSizeError
 */
export function checkLeaf ({ cid, data }: FileNode, size: number): void {
  if (data.length !== size) {
    throw new FileSizeError(`file part ${cid} has ${data.length} bytes where ${size} are expected`)
  }
}
