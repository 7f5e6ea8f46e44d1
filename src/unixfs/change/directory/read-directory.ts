import type { CID } from 'multiformats/cid'
import type { DirectoryNode } from '../../format/unixfs-node.ts'
import { nodeSize } from '../../read/sizes/node-size.ts'
import { hashingOf } from '../hashing.ts'
import { BasicDirectory } from './basic-directory.ts'
import type { Directory } from './change-directory.ts'
import { HamtDirectory } from './hamt-directory.ts'

/**
 * Converts a decoded directory for changes.
 *
 * @throws an Error if a sharded directory is invalid
 */
export function readDirectory (directory: DirectoryNode & { cid: CID }): Directory {
  const { cid, node, data, sharded } = directory
  const saved = { cid, tsize: nodeSize(directory) }
  return sharded ? HamtDirectory.read(node, data, saved) : BasicDirectory.read(node, data, hashingOf(cid), saved)
}
