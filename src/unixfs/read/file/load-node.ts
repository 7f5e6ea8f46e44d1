import type { CID } from 'multiformats/cid'
import { decodeUnixfsNode } from '../../format/unixfs-node.ts'
import type { UnixfsNode } from '../../format/unixfs-node.ts'
import type { ReadOptions } from '../sizes/read-options.ts'
import { withTrueSize } from '../sizes/with-true-size.ts'

/**
 * Loads the UnixFS node of a CID. For a multi-block file or a sharded directory, loads only the root. A file whose root
 * declares wrong sizes is measured (`withTrueSize`).
 *
 * @throws the error of the reader for a missing block, and that of `decodeUnixfsNode`
 */
export async function loadNode (cid: CID, options: ReadOptions): Promise<UnixfsNode> {
  return await withTrueSize(decodeUnixfsNode(cid, await options.blocks.get(cid, options)), options)
}
