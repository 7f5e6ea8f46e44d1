import type { CID } from 'multiformats/cid'
import type { IpfsNode } from '../node/ipfs-node.ts'
import { parsePathOrCid } from '../path/content-path.ts'
import { resolvePath } from '../path/resolve-path.ts'
import { nodeBlocks } from './node-blocks.ts'
import type { CallOptions } from './node-blocks.ts'

/**
 * The CID of the last block on the way of a path.
 *
 * @param path - a CID, or a content path such as `/ipfs/bafy…/a.txt`
 * @throws InvalidPathError, NoLinkError, BlockNotFoundError, NameNotResolvedError, …; see `resolvePath`
 */
export async function resolve (node: IpfsNode, path: CID | string, options: CallOptions = {}): Promise<CID> {
  return typeof path === 'string' ? (await resolvePath(parsePathOrCid(path), nodeBlocks(node, options))).cid : path
}
