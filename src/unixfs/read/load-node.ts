import type { CID } from 'multiformats/cid'
import type { ReadOptions } from './read-options.ts'
import { decodeUnixfsNode } from '../format/unixfs-node.ts'
import type { UnixfsNode } from '../format/unixfs-node.ts'

/**
 * Reads the block of a CID as UnixFS. Of a file with parts and of a sharded directory only the root is read.
 *
 * @throws what the reader throws for a missing block, and what `decodeUnixfsNode` throws
 */
export async function loadNode (cid: CID, options: ReadOptions): Promise<UnixfsNode> {
  return decodeUnixfsNode(cid, await options.blocks.get(cid, options))
}
