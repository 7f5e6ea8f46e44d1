import type { CID } from 'multiformats/cid'
import { decodeUnixfsNode } from '../../format/unixfs-node.ts'
import type { UnixfsNode } from '../../format/unixfs-node.ts'
import type { ReadOptions } from '../sizes/read-options.ts'
import { withTrueSize } from '../sizes/with-true-size.ts'

/**
 * Reads the block of a CID as UnixFS. Only the root of a file with parts, or of a sharded directory, is read; a file
 * whose root tells wrong sizes is measured (`withTrueSize`).
 *
 * @throws the error of the reader for a missing block, and that of `decodeUnixfsNode`
 */
export async function loadNode (cid: CID, options: ReadOptions): Promise<UnixfsNode> {
  return await withTrueSize(decodeUnixfsNode(cid, await options.blocks.get(cid, options)), options)
}
