import type { FileNode, UnixfsNode } from '../../format/unixfs-node.ts'

/**
 * Narrows a node to a file.
 *
 * @throws an Error with the message of boxo's `DagReader` for any other node
 */
export function asFile (node: UnixfsNode): FileNode {
  switch (node.kind) {
    case 'file':
      return node
    case 'directory':
      throw new Error('this dag node is a directory')
    case 'symlink':
      throw new Error('cannot currently read symlinks')
  }
}
