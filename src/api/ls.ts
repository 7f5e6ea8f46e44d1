import type { CID } from 'multiformats/cid'
import type { IpfsNode } from '../node/interface/ipfs-node.ts'
import { listDirectory } from '../unixfs/read/directory/list-directory.ts'
import type { DirectoryEntry } from '../unixfs/read/directory/list-directory.ts'
import { loadNode } from '../unixfs/read/file/load-node.ts'
import { nodeBlocks } from './node-blocks.ts'
import type { CallOptions } from './node-blocks.ts'
import { resolve } from './resolve.ts'

/**
 * Yields the entries of a directory, plain or sharded.
 *
 * @throws (while iterating) as `resolve`; an Error if it is not a directory
 * @example
 * ```ts
 * for await (const { name, cid: entry } of ls(node, cid)) console.log(name, String(entry))
 * ```
 */
export async function* ls (
  node: IpfsNode,
  path: CID | string,
  options: CallOptions = {}
): AsyncGenerator<DirectoryEntry> {
  const reading = nodeBlocks(node, options)
  const directory = await loadNode(await resolve(node, path, options), reading)

  if (directory.kind !== 'directory') {
    throw new Error(`${directory.cid.toString()} is no directory`)
  }

  yield* listDirectory(directory, reading)
}
