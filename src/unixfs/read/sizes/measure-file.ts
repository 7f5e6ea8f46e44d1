import type { FileNode } from '../../format/unixfs-node.ts'
import type { ReadOptions } from './read-options.ts'
import { TrueSizes } from './true-sizes.ts'

/**
 * Returns a file with its true sizes, ignoring those that its root declares. Requires all blocks of the file.
 *
 * @throws an Error if a block is unavailable
 */
export async function measureFile (file: FileNode, options: ReadOptions): Promise<FileNode> {
  const sizes = new TrueSizes(options)
  const size = await sizes.of(file)
  return { ...file, size, blockSizes: await sizes.below(file), exact: undefined }
}
