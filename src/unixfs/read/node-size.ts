import { readable } from './readable.ts'
import type { UnixfsNode } from '../format/unixfs-node.ts'

/** The size that boxo's `files.Node` tells: bytes of a file or of a symlink's target; of a directory those of all blocks, as it claims. */
export function nodeSize (node: UnixfsNode): number {
  return node.kind === 'directory'
    ? node.node.links.reduce((sum, { tsize = 0 }) => sum + tsize, node.blockSize)
    : readable(node).size
}
