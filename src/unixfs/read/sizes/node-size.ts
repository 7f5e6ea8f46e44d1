import { addUint64, toUint64 } from '../../../bytes/protobuf/uint64.ts'
import type { Uint64 } from '../../../bytes/protobuf/uint64.ts'
import { exactSize } from '../../format/unixfs-node.ts'
import type { UnixfsNode } from '../../format/unixfs-node.ts'
import { readableNode } from './readable-node.ts'

/**
 * Returns the size of a node like boxo's `files.Node`: the bytes of a file or of a symlink's target; for a directory,
 * the declared size of all blocks.
 */
export function nodeSize (node: UnixfsNode): Uint64 {
  return node.kind === 'directory'
    ? addUint64(node.blockSize, node.node.links.map(({ tsize = 0 }) => tsize))
    : toUint64(exactSize(readableNode(node)))
}
