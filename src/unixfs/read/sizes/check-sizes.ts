import type { ExactSizes, FileNode } from '../../format/unixfs-node.ts'
import { fileParts } from './file-parts.ts'
import { FileSizeError } from './file-size-error.ts'
import type { TrueSizes } from './true-sizes.ts'

/**
 * Checks the sizes that a file node declares. They must add up to its own size, and a part declared as empty must be
 * empty. Other parts are not loaded.
 *
 * @param size - the expected size of the node in bytes
 * @throws FileSizeError if a check fails
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
 * Checks the sizes that a node of a file above 2^53 bytes declares.
 *
 * @throws FileSizeError if the node does not declare one size for each link, or the sizes do not add up
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
 * @throws FileSizeError if it differs
 */
export function checkLeaf ({ cid, data }: FileNode, size: number): void {
  if (data.length !== size) {
    throw new FileSizeError(`file part ${cid} has ${data.length} bytes where ${size} are expected`)
  }
}
