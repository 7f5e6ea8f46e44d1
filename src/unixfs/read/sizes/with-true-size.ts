import type { UnixfsNode } from '../../format/unixfs-node.ts'
import { checkSizes } from './check-sizes.ts'
import { FileSizeError } from './file-size-error.ts'
import { measureFile } from './measure-file.ts'
import type { ReadOptions } from './read-options.ts'
import { TrueSizes } from './true-sizes.ts'

/**
 * Replaces the sizes of a file by its true sizes if the root declares none, or sizes that do not add up. Does not check
 * nodes below the root otherwise; see `readFile`.
 *
 * @throws an Error if a required block is unavailable
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
