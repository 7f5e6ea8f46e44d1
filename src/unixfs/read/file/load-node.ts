import type { CID } from 'multiformats/cid'
import { decodeUnixfsNode } from '../../format/unixfs-node.ts'
import type { UnixfsNode } from '../../format/unixfs-node.ts'
import { FileSizeError } from '../sizes/file-size-error.ts'
import { measureFile } from '../sizes/measure-file.ts'
import type { ReadOptions } from '../sizes/read-options.ts'
import { checkSizes, TrueSizes } from '../sizes/true-sizes.ts'

/**
 * Loads the UnixFS node of a CID. For a multi-block file or a sharded directory, loads only the root. A file whose root
 * declares wrong sizes is measured (`withTrueSize`).
 *
 * @throws the error of the reader for a missing block, and that of `decodeUnixfsNode`
 */
export async function loadNode (cid: CID, options: ReadOptions): Promise<UnixfsNode> {
  return await withTrueSize(decodeUnixfsNode(cid, await options.blocks.get(cid, options)), options)
}

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
