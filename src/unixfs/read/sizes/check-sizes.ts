import type { ExactSizes, FileNode } from '../../format/unixfs-node.ts'
import { fileParts } from './file-parts.ts'
import { FileSizeError } from './file-size-error.ts'
import type { TrueSizes } from './true-sizes.ts'

/**
 * Checks the sizes that a node of a file tells: they must add up to its own, and a part of which it says that it is
 * empty must be empty. No other part is looked at.
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

  if (node.exact == null) {
    fileParts(node, { cid, start: 0, size }, 0, 0)
  } else {
    checkHugeSizes(node, node.exact)
  }

  const empty = links.filter((_, i) => blockSizes[i] === 0)

  if (empty.length > 0 && (await sizes.below({ ...node, links: empty })).some((size) => size > 0)) {
    throw new FileSizeError(`file node ${cid} tells of a part that it is empty, and it is not`)
  }
}

/**
 * Checks the sizes that a node tells of a file of more than 2^53 bytes.
 *
 * @throws FileSizeError if the node does not tell one size a link, or the sizes do not add up to its own
 */
export function checkHugeSizes ({ cid, links }: FileNode, { size, blockSizes }: ExactSizes): void {
  const sum = blockSizes.reduce<bigint>((sum, size) => sum + BigInt(size), 0n)

  if (links.length !== blockSizes.length || sum !== size) {
    throw new FileSizeError(`parts of file node ${cid} have ${sum} bytes where ${size} are expected`)
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
