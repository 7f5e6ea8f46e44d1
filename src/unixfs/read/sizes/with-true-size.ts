import type { UnixfsNode } from '../../format/unixfs-node.ts'
import { checkSizes } from './check-sizes.ts'
import { FileSizeError } from './file-size-error.ts'
import { measureFile } from './measure-file.ts'
import type { ReadOptions } from './read-options.ts'
import { TrueSizes } from './true-sizes.ts'

/**
 * Replaces the sizes of a file by the true ones if its root tells none, or sizes that do not add up: such a file is
 * measured. Nodes below the root are not looked at otherwise; see `readFile`.
 *
 * @throws an Error if a block that is needed for that cannot be had
 */
export async function withTrueSize (node: UnixfsNode, options: ReadOptions): Promise<UnixfsNode> {
  if (node.kind !== 'file') {
    return node
  }

  try {
    await checkSizes(node, node.size, new TrueSizes(options))
    return node
  } catch (err) {
    if (!(err instanceof FileSizeError)) {
      throw err
    }

    return await measureFile(node, options)
  }
}
