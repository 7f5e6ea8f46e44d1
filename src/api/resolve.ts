import type { CID } from 'multiformats/cid'
import type { IpfsNode } from '../node/interface/ipfs-node.ts'
import { parsePathOrCid } from '../path/content-path.ts'
import { resolvePath } from '../path/resolve-path.ts'
import type { ResolveOptions } from '../path/resolve-path.ts'
import { nodeBlocks } from './node-blocks.ts'
import type { CallOptions } from './node-blocks.ts'

/**
 * Returns the CID of the last block of a path.
 *
 * @param path - a CID, or a content path such as `/ipfs/bafy…/a.txt` or `/ipns/k51…/a.txt`
 * @throws InvalidPathError, NoLinkError, BlockNotFoundError, NameNotResolvedError, …; see `resolvePath`
 * @example
 * ```ts
 * const readme = await resolve(node, `/ipfs/${cid}/docs/readme.txt`)
 * ```
 */
export async function resolve (node: IpfsNode, path: CID | string, options: CallOptions = {}): Promise<CID> {
  if (typeof path !== 'string') {
    return path
  }

  const resolveName: ResolveOptions['resolveName'] = async (path, { signal }) =>
    (await node.names.resolve(path, { offline: options.offline === true, signal })).path
  return (await resolvePath(parsePathOrCid(path), { ...nodeBlocks(node, options), resolveName })).cid
}
