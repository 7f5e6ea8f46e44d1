import { addUint64, toUint64 } from '../../../bytes/protobuf/uint64.ts'
import type { Uint64 } from '../../../bytes/protobuf/uint64.ts'
import type { UnixfsNode } from '../../format/unixfs-node.ts'
import { exactSize } from './exact-size.ts'
import { readable } from './readable-node.ts'

/**
 * The size that boxo's `files.Node` tells: bytes of a file or of a symlink's target; of a directory those of all
 * blocks, as it claims.
 */
export function nodeSize (node: UnixfsNode): Uint64 {
  return node.kind === 'directory'
    ? addUint64(node.blockSize, node.node.links.map(({ tsize = 0 }) => tsize))
    : toUint64(exactSize(readable(node)))
}
