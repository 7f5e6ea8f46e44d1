import type { CID } from 'multiformats/cid'
import type { ReadOptions } from './read-options.ts'
import { decodeUnixfsNode } from '../format/unixfs-node.ts'
import type { UnixfsNode } from '../format/unixfs-node.ts'

/**
 * Reads the block of a CID as UnixFS. Only the root of a file with parts, or of a sharded directory, is read.
 *
 * @throws what the reader throws for a missing block, and what `decodeUnixfsNode` throws
 */
export async function loadNode (cid: CID, options: ReadOptions): Promise<UnixfsNode> {
  return decodeUnixfsNode(cid, await options.blocks.get(cid, options))
}
