import { encodeUtf8 } from '../../../go/text/utf8.ts'
import type { FileNode, UnixfsNode } from '../../format/unixfs-node.ts'
import { asFile } from './as-file.ts'

/**
 * Returns a node as a source of bytes. A symlink reads as its target, as in boxo (`files.Symlink`).
 *
 * @throws an Error for a directory
 */
export function readableNode (node: UnixfsNode): FileNode {
  if (node.kind !== 'symlink') {
    return asFile(node)
  }

  const data = encodeUtf8(node.target)
  return { ...node, kind: 'file', size: data.length, data, links: [], blockSizes: [] }
}
