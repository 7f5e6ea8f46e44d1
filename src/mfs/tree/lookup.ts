import type { Change } from './change.ts'
import { loadChild } from './entries.ts'
import type { DirectoryInode, Inode } from './inode.ts'

/**
 * Returns the node at a path (boxo `mfs/ops.go`, `Lookup`). Ignores leading and trailing slashes.
 *
 * @throws NotExistError
 * @throws an Error if a parent is a file
 */
export async function lookup (root: DirectoryInode, path: string, change: Change): Promise<Inode> {
  const parts = trimSlashes(path).split('/')
  let inode: Inode = root

  if (parts.length === 1 && parts[0] === '') {
    return root
  }

  for (const [i, part] of parts.entries()) {
    if (inode.kind !== 'directory') {
      throw new Error(`cannot access ${parts.slice(0, i + 1).join('/')}: Not a directory`)
    }

    inode = await loadChild(inode, part, change)
  }

  return inode
}

/**
 * Same as `lookup`, for a directory.
 *
 * @throws an Error if it is a file
 */
export async function lookupDirectory (root: DirectoryInode, path: string, change: Change): Promise<DirectoryInode> {
  const inode = await lookup(root, path, change)

  if (inode.kind !== 'directory') {
    throw new Error(`${path} is not a directory`)
  }

  return inode
}

function trimSlashes (path: string): string {
  return path.replace(/^\/+|\/+$/g, '')
}
