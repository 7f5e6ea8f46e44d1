import type { Change } from './change.ts'
import { child } from './entries.ts'
import type { DirectoryInode, Inode } from './inode.ts'

/**
 * What is at a path (boxo `mfs/ops.go`, `Lookup`). Slashes at its ends do not count.
 *
 * @throws NotExistError, or an Error when the way leads through a file
 */
export async function lookup (root: DirectoryInode, path: string, change: Change): Promise<Inode> {
  const parts = trim(path).split('/')
  let inode: Inode = root

  if (parts.length === 1 && parts[0] === '') {
    return root
  }

  for (const [i, part] of parts.entries()) {
    if (inode.kind !== 'directory') {
      throw new Error(`cannot access ${parts.slice(0, i + 1).join('/')}: Not a directory`)
    }

    inode = await child(inode, part, change)
  }

  return inode
}

/** As `lookup`, of a directory. @throws an Error when it is a file */
export async function lookupDirectory (root: DirectoryInode, path: string, change: Change): Promise<DirectoryInode> {
  const inode = await lookup(root, path, change)

  if (inode.kind !== 'directory') {
    throw new Error(`${path} is not a directory`)
  }

  return inode
}

function trim (path: string): string {
  return path.replace(/^\/+|\/+$/g, '')
}
